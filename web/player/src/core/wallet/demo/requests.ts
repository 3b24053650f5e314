import { create } from 'zustand'

/** What the demo wallet asks the person to confirm. */
export type DemoRequest =
  | { kind: 'connect' }
  | { kind: 'sign'; text: string }
  | { kind: 'send'; to: string; token: { currency: string; amount: string } | null; value: string; data: string; gas: string }

interface Pending {
  request: DemoRequest
  answer: (isConfirmed: boolean) => void
}

interface DemoWalletState {
  /** Asked one after the other; the first is on the screen. */
  pending: Pending[]
}

const pendingMax = 8

export const useDemoWallet = create<DemoWalletState>(() => ({ pending: [] }))

/** Asks the person; resolves with the answer. More than eight waiting questions are refused unasked. */
export function askPerson(request: DemoRequest): Promise<boolean> {
  if (useDemoWallet.getState().pending.length >= pendingMax) return Promise.resolve(false)
  return new Promise((resolve) => {
    const entry: Pending = {
      request,
      answer(isConfirmed) {
        useDemoWallet.setState((state) => ({ pending: state.pending.filter((other) => other !== entry) }))
        resolve(isConfirmed)
      },
    }
    useDemoWallet.setState((state) => ({ pending: [...state.pending, entry] }))
  })
}
