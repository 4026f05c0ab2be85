package report

//simvet:exempt it reads sources, between worlds

import (
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// imports holds if neither compute nor storage imports the other in the sources of the module, tests included, and clusterd
// imports both. It is the same in all designs. Sources that are not there prove nothing.
func imports(_ string, o Options) (Finding, error) {
	edges, files := map[string]bool{}, 0
	for _, from := range []string{"compute", "storage", "clusterd"} {
		names, err := filepath.Glob(filepath.Join(o.Folder, "runtime", from, "*.go"))
		if err != nil {
			return Finding{}, fmt.Errorf("list sources: %w", err)
		}
		for _, name := range names {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				return Finding{}, fmt.Errorf("read imports: %w", err)
			}
			for _, i := range file.Imports {
				edges[from+" to "+filepath.Base(strings.Trim(i.Path.Value, `"`))] = true
			}
		}
		files += len(names)
	}
	switch {
	case files == 0:
		return Finding{Verdict: Inconclusive, Reason: "there are no sources in " + o.Folder + ", which should be the module's folder"}, nil
	case edges["compute to storage"] || edges["storage to compute"]:
		return Finding{Verdict: Violated, Failed: 1, Reason: "compute and storage import one another"}, nil
	case !edges["clusterd to compute"] || !edges["clusterd to storage"]:
		return Finding{Verdict: Violated, Failed: 1, Reason: "clusterd does not import both"}, nil
	}
	return Finding{
		Verdict: Holds,
		Reason:  fmt.Sprintf("the imports of %d files: clusterd knows compute and storage, which do not know each other", files),
	}, nil
}
