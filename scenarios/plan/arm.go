package plan

import (
	"strconv"
	"strings"

	"onelane.test/faults/words"
)

// maxDen bounds the denominator of a chance.
const maxDen = 1_000_000

// ParseArm reads "NAME" or "NAME@N/D". Errors are of type *words.Error.
func ParseArm(text string) (Arm, error) {
	point, chance, limited := strings.Cut(text, "@")
	arm := Arm{Point: point, Num: 1, Den: 1}
	if point == "" {
		return Arm{}, &words.Error{Word: text, Want: "the name of a failpoint, with or without a chance: NAME or NAME@N/D"}
	}
	if !limited {
		return arm, nil
	}
	num, den, _ := strings.Cut(chance, "/")
	var numErr, denErr error
	arm.Num, numErr = strconv.Atoi(num)
	arm.Den, denErr = strconv.Atoi(den)
	if numErr != nil || denErr != nil || arm.Num < 1 || arm.Den < arm.Num || arm.Den > maxDen {
		return Arm{}, &words.Error{Word: text, Want: "a chance N/D with 1 ≤ N ≤ D, such as " + point + "@1/4"}
	}
	return arm, nil
}

// ParseSet reads "KEY=VALUE". Errors are of type *words.Error.
func ParseSet(text string) (Set, error) {
	key, value, ok := strings.Cut(text, "=")
	if !ok || key == "" || value == "" {
		return Set{}, &words.Error{Word: text, Want: "KEY=VALUE"}
	}
	return Set{Key: key, Value: value}, nil
}
