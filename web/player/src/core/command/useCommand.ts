import { deviceStorage } from '@kit/kept/storage'
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { CallOptions } from '@kit/api/client'
import type { Data } from '@kit/api/contract'
import { ApiError } from '@kit/api/faults'
import { text } from '@kit/i18n/text'
import { toast } from '@kit/ui/toast'
import {
  createPendingCommands,
  EarlierCommandError,
  freshRequestId,
  isUnanswered,
  NotSentError,
  type CommandParams,
  type CommandPath,
  type PendingCommand,
} from './pending'
import { call } from '../session/api'
import { useSession } from '../session/store'

const commands = createPendingCommands({
  storage: deviceStorage,
  userId: () => useSession.getState().userId,
  now: Date.now,
  isOffline: () => navigator.onLine === false,
  fresh: freshRequestId,
  call,
})

/** What came of a command after its screen was gone. */
export type CommandOutcome = { command: PendingCommand } & ({ kind: 'done'; data: unknown } | { kind: 'refused'; message: string })

/** The commands whose answer a screen that is gone was waiting for, and what came of them. */
export const useEarlierCommands = create<{ pending: PendingCommand[]; outcomes: CommandOutcome[] }>(() => ({ pending: [], outcomes: [] }))

/** Request ids a living screen takes care of. */
const attended = new Set<string>()

/**
 * Looks up which commands nobody waits for any more: after a reload that is every one without an answer. What came of
 * somebody else's is told to nobody who signs in after them.
 */
export function findUnattended(): void {
  const { userId } = useSession.getState()
  const pending = commands.all().filter((command) => !attended.has(command.params.requestId))
  useEarlierCommands.setState(({ outcomes }) => ({ pending, outcomes: outcomes.filter(({ command }) => userId === null || command.userId === userId) }))
}

// Before anything is drawn for the next person.
useSession.subscribe((now, before) => {
  if (now.userId !== before.userId) findUnattended()
})

/** Asks once what came of an earlier command; false while there is still no answer. */
export async function askAgain(command: PendingCommand): Promise<boolean> {
  const tell = (outcome: CommandOutcome) => useEarlierCommands.setState(({ outcomes }) => ({ outcomes: [...outcomes, outcome] }))
  try {
    tell({ command, kind: 'done', data: await commands.send(command, { hideToast: true }) })
  } catch (fault) {
    if (commands.find(command.path)) return false
    // Also a command that got too old meanwhile ends here, or whose person left; nothing can be told of it.
    if (fault instanceof ApiError && !isUnanswered(fault)) tell({ command, kind: 'refused', message: fault.message })
  } finally {
    findUnattended()
  }
  return true
}

/** The person has read what came of an earlier command. */
export function dismissOutcome(outcome: CommandOutcome): void {
  useEarlierCommands.setState(({ outcomes }) => ({ outcomes: outcomes.filter((one) => one !== outcome) }))
}

/** Whether an earlier command of this call has no answer yet: until then no other may be sent. */
export function useIsPending(path: CommandPath): boolean {
  return useEarlierCommands(({ pending }) => pending.some((command) => command.path === path))
}

/** Runs the commands of a screen. */
interface Command {
  /**
   * Sends a command. While no answer came, the same parameters go out under the same request id, also from another
   * screen and after a reload; other parameters are not sent before the earlier command has its answer, and are then
   * rejected with EarlierCommandError: what came of it is told by the app, and the person decides anew. What is pressed
   * without a line is not sent later: a toast says so, and it rejects with NotSentError. Otherwise it rejects like a call; `isUnanswered` tells the faults after which the same command has to be sent again.
   *
   * The parameters take on the request id that they go out under: whoever sends the same object again asks for the same,
   * also where another tab had the answer meanwhile or the app asks by itself no more.
   */
  run<P extends CommandPath>(path: P, params: CommandParams<P>, options?: CallOptions): Promise<Data<P>>
}

/** The commands of a screen. Where the screen goes before its answer came, the app asks on. */
export function useCommand(): Command {
  const [runner] = useState(createRunner)
  useEffect(() => runner.open(), [runner])
  return runner
}

/** Runs the commands of one screen, from `open` until what that returned is called. */
export function createRunner() {
  const own = new Set<string>()
  const underWay = new Set<string>()
  let isOpen = true

  function release(requestId: string): void {
    own.delete(requestId)
    attended.delete(requestId)
    findUnattended()
  }

  return {
    open() {
      isOpen = true
      return () => {
        isOpen = false
        for (const requestId of own) if (!underWay.has(requestId)) release(requestId)
      }
    },
    async run<P extends CommandPath>(path: P, params: CommandParams<P>, options?: CallOptions): Promise<Data<P>> {
      const command = commands.begin(path, params)
      if (command === 'another') return tellEarlierFirst(path)
      const { requestId } = command.params
      params.requestId = requestId
      own.add(requestId)
      underWay.add(requestId)
      attended.add(requestId)
      findUnattended()
      try {
        return await commands.send(command, options)
      } catch (fault) {
        if (fault instanceof NotSentError) toast.error(text('common', 'notSent'))
        throw fault
      } finally {
        underWay.delete(requestId)
        if (commands.find(path)?.params.requestId !== requestId || !isOpen) release(requestId)
      }
    },
  }
}

/** Asks what came of the earlier command; what is wanted now may be wrong after it, so it is not sent. */
async function tellEarlierFirst(path: CommandPath): Promise<never> {
  const earlier = commands.find(path)
  if (earlier) await askAgain(earlier)
  // What came of it stands at the top of the page, behind any sheet.
  toast.error(text('common', 'earlierFirst'))
  throw new EarlierCommandError(path)
}
