package query_test

import (
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/query"
)

// TestParse tells for each text how the query prints, or where and why it is none. Collections are s1 and s2.
func TestParse(t *testing.T) {
	datadriven.RunTest(t, "testdata/parse", func(t *testing.T, d *datadriven.TestData) string {
		q, err := query.Parse(d.Input, resolve)
		if err != nil {
			return err.Error() + "\n"
		}
		return q.String() + "\n"
	})
}

func TestParseOfAnyText(t *testing.T) {
	texts := rapid.StringMatching(`((s1|s2|count|filter|map|union|sleep|constant|forever|1s|worker=)?[(),:0-9 -]?){0,12}`)
	rapid.Check(t, func(t *rapid.T) {
		text := texts.Draw(t, "text")
		q, err := query.Parse(text, resolve)
		if err != nil {
			var parseError *query.ParseError
			require.ErrorAs(t, err, &parseError)
			require.LessOrEqual(t, parseError.Column, len(text)+1)
			return
		}
		again, err := query.Parse(q.String(), resolve)
		require.NoError(t, err)
		require.Equal(t, q.String(), again.String())
	})
}
