package picture

// Picture is a picture as a page shows it.
type Picture struct {
	ID    string `json:"id"`
	Sizes []Size `json:"sizes" nullable:"false" doc:"The same picture, the narrowest first"`
}

// Size is a picture in one width.
type Size struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	URL    string `json:"url" doc:"A path of this server; what it serves never changes"`
}
