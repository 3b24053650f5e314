import type { RoundDocument } from '@kit/game/document'
import type { Check, Witness } from '@kit/game/verify'
import type { AskedRound } from './verify.worker'

/** Recomputes a round beside the screen, which goes on meanwhile. */
export function verifyBeside(round: RoundDocument, witness: Witness): Promise<Check[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Check[]>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = () => {
      worker.terminate()
      reject(new Error('the round was not recomputed'))
    }
    const asked: AskedRound = { round, witness }
    worker.postMessage(asked)
  })
}
