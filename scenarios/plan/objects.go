package plan

import (
	"slices"
	"strings"
	"time"

	"onelane.test/faults"
	"onelane.test/faults/words"
)

// Kind is what an object is.
type Kind = string

// The kinds of objects.
const (
	KindSource           Kind = "source"
	KindMaterializedView Kind = "materialized-view"
	KindIndex            Kind = "index"
	KindSink             Kind = "sink"
)

// Object is something that statements create and drop.
type Object struct {
	Name string
	Kind Kind
	// Collections are the names under which its data can be read; none for an index or a sink.
	Collections []string
	// Reads are the objects that it depends on, so that they cannot be dropped before it.
	Reads []string
	// On is the collection that an index arranges.
	On string

	created, dropped time.Duration
	gone             bool
}

// Objects is what statements have made of an empty environment: what exists, what existed, and who reads from whom. It
// refuses what the environment would refuse. A name is never used again, as it is also that of a shard.
type Objects struct {
	cluster         Cluster
	all             []*Object // in the order of creation
	now             time.Duration
	healed, checked bool
}

// NewObjects returns an environment without objects on a cluster.
func NewObjects(cluster Cluster) *Objects { return &Objects{cluster: cluster} }

// Apply lets a line take effect. The error, of type *words.Error, says why it cannot.
func (o *Objects) Apply(line Line) error {
	if line.At < o.now {
		return &words.Error{
			Word: "@" + words.FormatDuration(line.At),
			Want: "a time not before that of the line above, @" + words.FormatDuration(o.now),
		}
	}
	if o.checked {
		return &words.Error{Word: firstWord(line.Statement), Want: "nothing after check"}
	}
	o.now = line.At
	return line.Statement.apply(o)
}

// Live returns the objects that exist, in the order of their creation.
func (o *Objects) Live() []Object {
	var live []Object
	for _, object := range o.all {
		if !object.gone {
			live = append(live, *object)
		}
	}
	return live
}

// Created returns the names of all objects that were ever created, in the order of their creation.
func (o *Objects) Created() []string {
	names := make([]string, len(o.all))
	for i, object := range o.all {
		names[i] = object.Name
	}
	return names
}

// Leaves returns the names of the existing objects that nothing reads from.
func (o *Objects) Leaves() []string {
	var leaves []string
	for _, object := range o.all {
		if !object.gone && len(o.Readers(object.Name)) == 0 {
			leaves = append(leaves, object.Name)
		}
	}
	return leaves
}

// Collections returns the names of all that can be read, in the order of creation.
func (o *Objects) Collections() []string {
	var collections []string
	for _, object := range o.Live() {
		collections = append(collections, object.Collections...)
	}
	return collections
}

// Readers returns the names of the existing objects that read from an object.
func (o *Objects) Readers(name string) []string {
	var readers []string
	for _, object := range o.all {
		if !object.gone && slices.Contains(object.Reads, name) {
			readers = append(readers, object.Name)
		}
	}
	return readers
}

// Count returns how many objects of a kind were ever created.
func (o *Objects) Count(kind Kind) int {
	n := 0
	for _, object := range o.all {
		if object.Kind == kind {
			n++
		}
	}
	return n
}

// Sources returns the sources that were there for any time, with that time.
func (o *Objects) Sources() []faults.Source {
	var sources []faults.Source
	for _, object := range o.all {
		if object.Kind == KindSource && !(object.gone && object.dropped == object.created) {
			sources = append(sources, faults.Source{Name: object.Name, From: object.created, To: object.dropped})
		}
	}
	return sources
}

// Cluster returns the cluster that the objects live on.
func (o *Objects) Cluster() Cluster { return o.cluster }

// Site returns what there was to go wrong, with the sources that ever were.
func (o *Objects) Site() faults.Site {
	site := o.cluster.Site()
	site.Sources = o.Sources()
	return site
}

// siteNow returns what can go wrong now.
func (o *Objects) siteNow() faults.Site {
	site := o.cluster.Site()
	for _, object := range o.Live() {
		if object.Kind == KindSource {
			site.Sources = append(site.Sources, faults.Source{Name: object.Name, From: object.created})
		}
	}
	return site
}

// create adds an object under a new name.
func (o *Objects) create(object Object) error {
	for _, earlier := range o.all {
		if earlier.Name == object.Name {
			return &words.Error{
				Word: object.Name,
				Want: "a name that was not used before; it is that of a " + earlier.Kind +
					" since @" + words.FormatDuration(earlier.created),
			}
		}
	}
	object.created = o.now
	o.all = append(o.all, &object)
	return nil
}

// drop removes an object that exists.
func (o *Objects) drop(name string) {
	for _, object := range o.all {
		if object.Name == name {
			object.gone, object.dropped = true, o.now
		}
	}
}

// exists returns an error unless an object exists.
func (o *Objects) exists(name string) error {
	var live []string
	for _, object := range o.all {
		if object.Name == name && !object.gone {
			return nil
		}
		if object.Name == name {
			return &words.Error{
				Word: name, Want: "an object that exists; it was dropped @" + words.FormatDuration(object.dropped),
			}
		}
		if !object.gone {
			live = append(live, object.Name)
		}
	}
	return &words.Error{Word: name, Want: "an object that exists: " + words.Suggest(name, live)}
}

// owner returns the object that a collection belongs to. In the error, word stands for the collection, and what was
// expected begins with prefix.
func (o *Objects) owner(collection, word, prefix string) (string, error) {
	for _, object := range o.all {
		if !slices.Contains(object.Collections, collection) {
			continue
		}
		if object.gone {
			return "", &words.Error{
				Word: word, Want: prefix + " a collection that exists; " + object.Name + " was dropped @" +
					words.FormatDuration(object.dropped),
			}
		}
		return object.Name, nil
	}
	want := "the name of a collection: " + words.Suggest(collection, o.Collections())
	return "", &words.Error{Word: word, Want: strings.TrimSpace(prefix + " " + want)}
}

// index returns the oldest existing index on a collection, which queries created later read in its place.
func (o *Objects) index(collection string) (string, bool) {
	for _, object := range o.Live() {
		if object.Kind == KindIndex && object.On == collection {
			return object.Name, true
		}
	}
	return "", false
}
