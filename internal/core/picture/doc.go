// Package picture takes in the pictures that operators upload, makes the sizes that
// the app shows, keeps and serves them.
//
// Words. A *picture* is what is shown; a *size* is the same picture in one width; its
// *alt* says in each language what is to be seen. The *shelf* is where the bytes of
// sizes are kept: a table of the database, so that they are in its backups and on
// every instance.
//
// What comes in. JPEG, PNG and WebP, told by their content; a file has no name. A
// file is walked from its first byte to its last before anything is decoded, and
// refused if it is broken off, moves, or has bytes before its beginning or behind
// its end, where another kind of file could hide. Its bytes and what it says of its
// width and height are bounded, so that nothing small unpacks into something huge.
// One file at a time is read and decoded, and its memory is given back.
//
// What is kept. Only what is encoded anew out of pixels: WebP in a few widths, turned
// upright as the file's EXIF says. EXIF (place, camera), comments, colour profiles and
// thumbnails stay behind, and so does the file.
//
// A picture's id is the digest of all its sizes. So the same id is the same bytes for
// ever, whoever asks may keep them, and an upload that is repeated keeps one picture.
//
// Whose decision. Catalogue and editors upload, say what is to be seen, and remove.
// Goods and news name pictures by id, each with its own rules for who approves. A
// picture that nothing names stays, as goods, articles or orders may name it later:
// there are at most picturesMax. One that is removed is gone from every page at once,
// and the drawn art stands in its place.
package picture
