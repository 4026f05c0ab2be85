package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios"
)

func TestCertificateStatus(t *testing.T) {
	for _, c := range []struct {
		certificate scenarios.Certificate
		class       scenarios.Class
	}{
		{scenarios.Certificate{Worlds: 3}, scenarios.ClassHeld},
		{scenarios.Certificate{Worlds: 3, Differences: []*scenarios.Difference{{World: 1}}}, scenarios.ClassDivergence},
		{scenarios.Certificate{}, scenarios.ClassNothingProved},
	} {
		require.Equal(t, status(c.class), certificateStatus(&c.certificate))
	}
}
