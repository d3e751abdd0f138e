package dsml

// Policies gives the answers of this reading to the policies (SEMANTICS section
// 3). Numbers are not among them: any answer is right.
// Of missing_opener it is the default: Options choose.
func Policies() map[string]string {
	return map[string]string{
		"missing_opener":     "repair",
		"fences":             "inert",
		"truncated":          "text",
		"junk_in_block":      "drop",
		"damaged_call":       "drop-call",
		"unknown_tools":      "forward",
		"entities":           "xml",
		"scalars":            "text",
		"structure":          "children+json",
		"duplicates":         "list",
		"space_around_calls": "exact",
		"text_after_call":    "keep",
		"reasoning":          "ignore",
		"emission":           "whole",
		"markers":            "text",
	}
}
