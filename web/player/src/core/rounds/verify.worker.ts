// Recomputes rounds beside the screen: a signature of the beacon takes a phone more than half a second.
import type { Held, RoundDocument } from '@kit/game/document'
import { isReceipt, verifyRound, type Witness } from '@kit/game/verify'

/** What the screen asks: about a round that is over, or a receipt. */
export type AskedBeside = { round: RoundDocument; witness: Witness } | { held: Held }

self.onmessage = ({ data }: MessageEvent<AskedBeside>) => self.postMessage('held' in data ? isReceipt(data.held) : verifyRound(data.round, data.witness))
