import { TransportError } from './faults'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-'

/** A fresh request id: 32 characters of `[0-9a-zA-Z_-]`, 192 bits. */
export function freshRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => alphabet.charAt(byte & 63)).join('')
}

/** Runs calls that must have one effect however often they are sent. */
export interface Press {
  /**
   * Sends with a request id. After an answer, good or bad, the next press gets a new id; after a transport
   * fault the same payload keeps its id, so that a retry finds the first effect instead of a second one.
   */
  run<Params extends object, Result>(
    params: Params,
    send: (params: Params & { requestId: string }) => Promise<Result>,
  ): Promise<Result>
}

/** One per button: it remembers the id of a press whose answer never came. */
export function createPress(fresh: () => string = freshRequestId): Press {
  let unanswered: { payload: string; requestId: string } | null = null
  return {
    async run(params, send) {
      const payload = JSON.stringify(params)
      const requestId = unanswered?.payload === payload ? unanswered.requestId : fresh()
      unanswered = { payload, requestId }
      try {
        const result = await send({ ...params, requestId })
        unanswered = null
        return result
      } catch (fault) {
        if (!(fault instanceof TransportError)) unanswered = null
        throw fault
      }
    },
  }
}
