package news

import "etld/internal/base/fault"

// Refusals that editors meet.
var (
	ErrNoFallback = fault.New(2051, "news_text_missing")
	ErrRevisions  = fault.New(2052, "news_too_many_revisions")
	ErrBanners    = fault.New(2053, "news_too_many_banners")
)
