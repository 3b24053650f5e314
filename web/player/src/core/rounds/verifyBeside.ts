import type { Held, RoundDocument } from '@kit/game/document'
import type { Check, Witness } from '@kit/game/verify'
import type { AskedBeside } from './verify.worker'

/** Recomputes a round beside the screen, which goes on meanwhile. */
export function verifyBeside(round: RoundDocument, witness: Witness): Promise<Check[]> {
  return askBeside<Check[]>({ round, witness })
}

/** Says beside the screen whether a receipt is what it must be to prove an entry. */
export function isReceiptBeside(held: Held): Promise<boolean> {
  return askBeside<boolean>({ held })
}

function askBeside<T>(asked: AskedBeside): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<T>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = () => {
      worker.terminate()
      reject(new Error('nothing was recomputed'))
    }
    worker.postMessage(asked)
  })
}
