// Package push tells people of new notices while the app is closed: by web push, through
// the push service of each person's browser.
//
// Words. A *device* is one browser of one session that asked to be told; its *endpoint*
// is where its push service takes messages. The *key* is the pair by which push services
// know the platform (VAPID). *News* are notices that a person wants to be told of at once.
// A device's *waiting* news are those it has not been told of; one *message* tells of all
// of them. A message is *discreet* where the person wants nobody to read amounts on a
// locked screen. *Quiet hours* are a person's own, in the person's zone.
//
// A device's news: none → waiting → sent, or read meanwhile, or given up after some tries.
// The inbox has them in any case.
//
// What holds. A device belongs to the session that asked: when somebody ends that, or it is
// as old as one may be, the next message is not sent and the device is forgotten. A session
// that was not used for so long that its token is good for nothing still tells: who does not
// open the app is whom messages are for. The same browser asking
// for another person becomes that person's. A message names whom it is for, and a browser
// that is somebody else's by then shows none of it. What a message says is encrypted for
// the one browser (RFC 8291); endpoints, and the private parts of keys, are sealed at rest.
//
// Nothing but known push services is called, at public addresses and on their own port, so
// that an endpoint is no way into the operator's network.
package push
