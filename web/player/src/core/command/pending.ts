// Every ⚿ call goes through `useCommand()`, also the one of a withdrawal. This file keeps what has no answer yet.
import type { CallOptions } from '@kit/api/client'
import type { Data, Params, Path } from '@kit/api/contract'
import { readKept } from '@kit/kept/kept'
import { keysOf } from '@kit/kept/storage'
import { ApiError, codeBusy, codeMaintenance, codeSignInAgain, codeSystemError } from '@kit/api/faults'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-'

/**
 * After this nobody asks by itself any more: an order that never reached the server would take effect when its sender
 * no longer expects it, and he has seen in his records by now what came of it.
 */
export const keptMs = 15 * 60_000

/** A fresh request id: 32 characters of `[0-9a-zA-Z_-]`, 192 bits. */
export function freshRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => alphabet.charAt(byte & 63)).join('')
}

/** The calls that name their request, so that each has one effect. */
export type CommandPath = { [P in Path]: Params<P> extends { requestId: string } ? P : never }[Path]

/** What a command says. Its request id is made here, unless the caller needed it before, for a text to sign. */
export type CommandParams<P extends CommandPath> = Omit<Params<P>, 'requestId'> & { requestId?: string }

/**
 * How far a command of a screen has come. `unanswered`: nobody knows what came of it, and the same one is sent again.
 * `awaited`: an earlier one of this call has no answer yet, so no other may be sent.
 */
export type Sending = 'idle' | 'sending' | 'unanswered' | 'awaited'

/** A command whose answer has not come yet. */
export interface PendingCommand<P extends CommandPath = CommandPath> {
  path: P
  params: CommandParams<P> & { requestId: string }
  /** Who made it; another person may be signed in by now. */
  userId: string | null
  startedAtMs: number
  /** How often it went out; from the second time on, a refusal at the door says nothing of the first. */
  sent: number
}

/** A command was not sent, because an earlier one of the same call had no answer, or its person is not signed in any more. */
export class EarlierCommandError extends Error {
  override readonly name = 'EarlierCommandError'
}

/** A command never left the device, which had no line: it is over, and whoever still wants it presses again. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError'
}

/** Whether nobody knows what came of a command. The same request has to be asked again, never a new one made. */
export function isUnanswered(fault: unknown): boolean {
  if (fault instanceof EarlierCommandError || fault instanceof NotSentError) return false
  return !(fault instanceof ApiError) || fault.code === codeSystemError
}

/** What the pending commands need around them. */
interface CommandSurroundings {
  /** What outlives the page. */
  storage: Storage
  userId: () => string | null
  now: () => number
  /** Whether the device certainly has no line. */
  isOffline: () => boolean
  fresh: () => string
  call: <P extends CommandPath>(path: P, params: Params<P>, options?: CallOptions) => Promise<Data<P>>
}

/** The pending commands of the signed-in user, at most one of each call; each is kept until it was answered, or got too old. */
export interface PendingCommands {
  /** The command of a call that has no answer yet. */
  find<P extends CommandPath>(path: P): PendingCommand<P> | null
  /** Every command that has no answer yet. */
  all(): PendingCommand[]
  /** The command that stands for these parameters: a new one, or the one without an answer that said the same. */
  begin<P extends CommandPath>(path: P, params: CommandParams<P>): PendingCommand<P> | 'another'
  /** Sends a command; one that is under way is not sent beside itself. Any answer of the server ends it, a refusal too. */
  send<P extends CommandPath>(command: PendingCommand<P>, options?: CallOptions): Promise<Data<P>>
}

const sayNothingOfBefore = [codeSignInAgain, codeBusy, codeMaintenance]

/** Makes the pending commands of a user. */
export function createPendingCommands({ storage, userId, now, isOffline, fresh, call }: CommandSurroundings): PendingCommands {
  const prefix = () => `etld.command.${userId() ?? ''}.`
  const keyOf = (path: string) => prefix() + path
  const underWay = new Map<string, Promise<unknown>>()
  // A screen sends its own again also where what was kept of it is gone.
  const wentOut = new Set<string>()

  function find<P extends CommandPath>(path: P): PendingCommand<P> | null {
    const user = userId()
    if (user === null) return null
    const kept = readPending(storage, keyOf(path), path)
    if (kept && Math.abs(now() - kept.startedAtMs) <= keptMs) return { ...kept, userId: user }
    storage.removeItem(keyOf(path))
    return null
  }

  function keep(command: PendingCommand): void {
    storage.setItem(keyOf(command.path), JSON.stringify(command))
  }

  async function post<P extends CommandPath>(command: PendingCommand<P>, options?: CallOptions): Promise<Data<P>> {
    const { path, params } = command
    // What comes after its person left is for nobody who is there now; it is asked again when the person is back.
    const checkUser = () => {
      if (command.userId !== userId()) throw new EarlierCommandError(path)
    }
    checkUser()
    const isFirst = (find(path) ?? command).sent === 0 && !wentOut.has(params.requestId)
    const key = keyOf(path)
    const end = () => {
      if (readPending(storage, key, path)?.params.requestId === params.requestId) storage.removeItem(key)
    }
    if (isFirst && isOffline()) {
      end()
      throw new NotSentError(path)
    }
    // Noted before it goes out: the page may be gone before anything comes back.
    keep({ ...command, sent: command.sent + 1 })
    wentOut.add(params.requestId)
    try {
      // The parameters are those of the call, with the request id it demands; only their type was split up above.
      const data = await call(path, params as unknown as Params<P>, options)
      checkUser()
      end()
      return data
    } catch (fault) {
      const isAtDoor = fault instanceof ApiError && sayNothingOfBefore.includes(fault.code)
      // With 1001 the person is gone, and what never began must not begin by itself when they are back.
      if (!isAtDoor) checkUser()
      const isOpen = isUnanswered(fault) || (!isFirst && isAtDoor)
      if (!isOpen) end()
      throw fault
    }
  }

  return {
    find,
    all: () =>
      keysOf(storage)
        .filter((key) => key.startsWith(prefix()))
        .flatMap((key) => find(key.slice(prefix().length) as CommandPath) ?? []),
    begin(path, params) {
      const earlier = find(path)
      if (earlier) return payloadOf(earlier.params) === payloadOf(params) ? earlier : 'another'
      const command = { path, params: { ...params, requestId: params.requestId ?? fresh() }, userId: userId(), startedAtMs: now(), sent: 0 }
      keep(command)
      return command
    },
    send<P extends CommandPath>(command: PendingCommand<P>, options?: CallOptions) {
      const { requestId } = command.params
      const sent = (underWay.get(requestId) as Promise<Data<P>> | undefined) ?? post(command, options)
      underWay.set(requestId, sent)
      return sent.finally(() => underWay.delete(requestId))
    },
  }
}

function payloadOf(params: { requestId?: string }): string {
  return JSON.stringify({ ...params, requestId: undefined })
}

function readPending<P extends CommandPath>(storage: Storage, key: string, path: P): PendingCommand<P> | null {
  const kept = readKept(storage, key, { path: '', params: { requestId: '' }, startedAtMs: 0, sent: 0 })
  return kept?.path === path ? (kept as PendingCommand<P>) : null
}
