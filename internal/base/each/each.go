// Package each makes one list of another, member by member.
package each

// Of is what a function makes of each member of a list, in the list's order.
func Of[T, R any](list []T, show func(T) R) []R {
	made := make([]R, len(list))
	for i, one := range list {
		made[i] = show(one)
	}
	return made
}

// Texts are named texts as plain ones.
func Texts[S ~string](list ...S) []string { return Of(list, func(one S) string { return string(one) }) }

// Try is Of by a function that may fail; its first error is the answer.
func Try[T, R any](list []T, show func(T) (R, error)) (made []R, err error) {
	made = make([]R, len(list))
	for i, one := range list {
		if made[i], err = show(one); err != nil {
			return nil, err
		}
	}
	return made, nil
}
