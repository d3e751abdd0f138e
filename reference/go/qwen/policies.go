package qwen

// Policies gives the answers of this reading to the policies (SEMANTICS section
// 3). Numbers are not among them: any answer is right.
func Policies() map[string]string {
	return map[string]string{
		"missing_opener":     "text",
		"fences":             "live",
		"truncated":          "text",
		"junk_in_block":      "reject",
		"damaged_call":       "reject-block",
		"unknown_tools":      "forward",
		"entities":           "literal",
		"scalars":            "schema",
		"structure":          "schema",
		"duplicates":         "last",
		"space_around_calls": "exact",
		"text_after_call":    "keep",
		"reasoning":          "ignore",
		"emission":           "whole",
		"markers":            "text",
	}
}
