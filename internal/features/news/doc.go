// Package news is what the platform tells everybody: announcements, the product
// explained, incidents, transparency.
//
// Words. An *article* has a *category*, a *cover* and, per language, a *text*:
// title, summary and a *body* in Markdown. An editor writes a *draft*, looks at
// its *preview* and publishes it as the next *revision*; older revisions stay and
// can be read by everybody. An article is dated by its first publication. A
// *pinned* one stands before all others; a pinned incident is one that goes on,
// and the front page shows it until it is unpinned.
//
// A *banner* leads from the front page to a screen of the app, within its *span*
// and in the order that editors give; a *look* is what it says and where it leads.
//
// Languages. Who reads in a language that an article lacks gets the Chinese text,
// else the English one, and is told that it is not yet translated. So every
// revision has one of these two.
//
// Whose decision. One editor publishes; for an incident, and for making one of an
// incident something else, a second editor approves.
//
// Safety. Banners lead nowhere else than inside the app. Bodies are stored as they were written and made into HTML when they are
// read: CommonMark without HTML of its own, of which a short list of elements
// without attributes is let through, and links to https and to the app's own
// screens. Pictures in a body come from nowhere;
// the cover is drawn by the app, or one of the pictures that operators uploaded.
//
// Search. A search walks from the newest article on and looks into at most
// searchedMost a call, so its pages may be short, or empty, and still have a next
// one; it sees the text that the caller would be shown.
package news
