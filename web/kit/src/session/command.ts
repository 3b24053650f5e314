import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { CallOptions } from '../api/client'
import type { Data } from '../api/contract'
import { createPresses, EarlierPressError, freshRequestId, isUnanswered, type CommandParams, type CommandPath, type Press } from '../api/press'
import { call } from './api'
import { useSession } from './store'

const presses = createPresses({
  storage: () => localStorage,
  userId: () => useSession.getState().userInfo?.id ?? null,
  now: Date.now,
  fresh: freshRequestId,
  call,
})

/** What came of a press after its screen was gone. */
export type Outcome = { press: Press } & ({ kind: 'done'; data: unknown } | { kind: 'refused'; message: string })

/** The presses whose answer a screen that is gone was waiting for, and what came of them. */
export const useEarlier = create<{ awaited: Press[]; outcomes: Outcome[] }>(() => ({ awaited: [], outcomes: [] }))

/** Request ids a living screen takes care of. */
const inHand = new Set<string>()

/** Looks up which presses nobody waits for any more: after a reload that is every one without an answer. */
export function findEarlier(): void {
  const awaited = presses.all().filter((press) => !inHand.has(press.params.requestId))
  useEarlier.setState({ awaited })
}

/** Asks once what came of an earlier press; false while there is still no answer. */
export async function askEarlier(press: Press): Promise<boolean> {
  const tell = (outcome: Outcome) => useEarlier.setState(({ outcomes }) => ({ outcomes: [...outcomes, outcome] }))
  try {
    tell({ press, kind: 'done', data: await presses.ask(press, { hideToast: true }) })
  } catch (fault) {
    if (presses.of(press.path)) return false
    // Also a press that got too old meanwhile ends here; nothing can be told of it.
    if (!isUnanswered(fault)) tell({ press, kind: 'refused', message: (fault as Error).message })
  } finally {
    findEarlier()
  }
  return true
}

/** The person has read what came of an earlier press. */
export function dismissOutcome(outcome: Outcome): void {
  useEarlier.setState(({ outcomes }) => ({ outcomes: outcomes.filter((one) => one !== outcome) }))
}

/** Whether an earlier press of this call has no answer yet: until then nothing new may be pressed. */
export function useIsAwaited(path: CommandPath): boolean {
  return useEarlier(({ awaited }) => awaited.some((press) => press.path === path))
}

/** Runs the commands of a screen. */
export interface Command {
  /**
   * Sends a command. While no answer came, the same parameters go out under the same request id, also from another
   * screen and after a reload; other parameters are not sent before the earlier press has its answer, and are then
   * rejected with EarlierPressError: what came of it is told by the app, and the person decides anew. Otherwise it
   * rejects like a call; `isUnanswered` tells the faults after which the same press has to be asked again.
   */
  run<P extends CommandPath>(path: P, params: CommandParams<P>, options?: CallOptions): Promise<Data<P>>
}

/** The commands of a screen. Where the screen goes before its answer came, the app asks on. */
export function useCommand(): Command {
  const [hand] = useState(createHand)
  useEffect(() => hand.open(), [hand])
  return hand
}

function createHand() {
  const mine = new Set<string>()
  const flying = new Set<string>()
  let isOpen = true

  function release(requestId: string): void {
    mine.delete(requestId)
    inHand.delete(requestId)
    findEarlier()
  }

  return {
    open() {
      isOpen = true
      return () => {
        isOpen = false
        for (const requestId of mine) if (!flying.has(requestId)) release(requestId)
      }
    },
    async run<P extends CommandPath>(path: P, params: CommandParams<P>, options?: CallOptions): Promise<Data<P>> {
      const press = presses.take(path, params)
      if (press === 'another') return settleFirst(path)
      const { requestId } = press.params
      mine.add(requestId)
      flying.add(requestId)
      inHand.add(requestId)
      findEarlier()
      try {
        return await presses.ask(press, options)
      } finally {
        flying.delete(requestId)
        if (presses.of(path)?.params.requestId !== requestId || !isOpen) release(requestId)
      }
    },
  }
}

/** Asks what came of the earlier press; what is wanted now may be wrong after it, so it is not sent. */
async function settleFirst(path: CommandPath): Promise<never> {
  const earlier = presses.of(path)
  if (earlier) await askEarlier(earlier)
  throw new EarlierPressError(path)
}
