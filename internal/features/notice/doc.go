// Package notice is the inbox: every change of state that concerns a user
// leaves a notice.
//
// Words. A notice has a *kind* ("machine_started"), *parameters* for its text
// and a *link* to the screen that shows more. It is stored that way and gets
// its title and text, in the reader's language, when it is read; so a change
// of language changes old notices as well. It is *unread* until the reader
// says otherwise, and the unread count is counted when asked for.
//
// The texts live in locales/, one file per language: kinds maps a kind to its
// title and text, whose {name} is replaced by the parameter; words translates
// values of parameters ("size.small"). A parameter sent as name.en, name.zhtw
// and name.ru is a name that has its own translations. The names of the others
// say what they are: ...At is a time, shown in the platform's zone; amount, due, rest,
// wei, sold and average are amounts, written with the language's marks; before and after
// are figures, some of them percentages. ...No is an id, which no text has: the notice
// leads to what it is about.
//
// Events. Every notice is also an *event*, which the user's open apps are told at
// once, and some events leave no notice (Tell). Both are written with their cause, in
// its transaction. A job then gives them their *seq*, one transaction after another,
// so that whoever has read up to a seq has missed nothing before it; each instance
// looks for newer ones a few times a second and hands them to its open streams. A
// stream is resumed by the seq of the last event that was received.
//
// Senders know nothing of this package: they take the Notices of core/user, which app
// wires. Only changes of terms, which concern everybody, are sent from
// here.
package notice
