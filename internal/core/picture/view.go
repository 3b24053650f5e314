package picture

// altMax is how long a text of what is to be seen may be, in characters.
const altMax = 160

// Picture is a picture as a page shows it.
type Picture struct {
	ID    string `json:"id"`
	Sizes []Size `json:"sizes" nullable:"false" doc:"The same picture, the narrowest first"`
	Alt   string `json:"alt" doc:"What is to be seen, in the caller's language"`
}

// Size is a picture in one width.
type Size struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	URL    string `json:"url" doc:"A path of this server; what it serves never changes"`
}
