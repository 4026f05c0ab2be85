package sim

import (
	"regexp"
	"strings"
)

var (
	hexNumbers = regexp.MustCompile(`\b0x[0-9a-fA-F]+\b`)
	// durations are what [time.Duration.String] prints, whose unit follows from the size.
	durations = regexp.MustCompile(`\b([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+\b`)
	numbers   = regexp.MustCompile(`[0-9]+`)
)

// normalise makes one of messages that differ only in what differs from run to run: it keeps the first line that says
// something, and replaces numbers by "#" and durations, whatever their unit, by "#s".
func normalise(message string) string {
	line := firstLine(message)
	line = hexNumbers.ReplaceAllString(line, "#")
	line = durations.ReplaceAllString(line, "#s")
	return numbers.ReplaceAllString(line, "#")
}

// firstLine returns the first line with text. Of a message of testify it is the line after "Error:", because what
// stands above is the caller's file and line.
func firstLine(message string) string {
	if _, rest, ok := strings.Cut(message, "\tError:"); ok && strings.Contains(message, "Error Trace:") {
		message = rest
	}
	for line := range strings.Lines(message) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

// Signature returns the signature of an oracle's verdict that was given after the world had ended, as
// [World.Violate] gives it to one on the way.
func Signature(oracle, message string) string { return oracle + ": " + normalise(message) }
