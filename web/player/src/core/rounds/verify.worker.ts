// Recomputes rounds beside the screen: a signature of the beacon takes a phone more than half a second.
import { verifyRound, type Witness } from '@kit/game/verify'
import type { RoundDocument } from '@kit/game/document'

/** What the screen asks. */
export interface AskedRound {
  round: RoundDocument
  witness: Witness
}

self.onmessage = ({ data: { round, witness } }: MessageEvent<AskedRound>) => self.postMessage(verifyRound(round, witness))
