package web

import "embed"

// Fonts are the apps' typeface, for pages that the server draws itself.
//
//go:embed kit/src/ui/fonts/golos-latin.woff2 kit/src/ui/fonts/golos-cyrillic.woff2
var Fonts embed.FS

// FontFolder is where they stand in Fonts.
const FontFolder = "kit/src/ui/fonts/"
