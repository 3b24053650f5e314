package chain

const windowMax = 2_000

// window is how many blocks are searched at once: halved when a provider
// refuses, grown by a quarter with every success.
type window struct {
	size uint64
}

func newWindow() window { return window{size: windowMax} }

// shrink halves the window; false means that one block is too much already.
func (window *window) shrink() bool {
	if window.size <= 1 {
		return false
	}
	window.size /= 2
	return true
}

func (window *window) grow() {
	window.size = min(windowMax, window.size+window.size/4+1)
}

// from is the span that starts at a height and ends at limit at the latest.
func (window *window) from(start, limit uint64) Span {
	return Span{From: start, To: min(limit, start+window.size-1)}
}
