// Every ⚿ call goes through `useCommand()` of kit/src/session/command.ts, also the one of a withdrawal. This file keeps its presses.
import type { CallOptions } from './client'
import type { Data, Params, Path } from './contract'
import { ApiError, codeBusy, codeMaintenance, codeSignInAgain, codeSystemError } from './faults'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-'

/**
 * After this nobody asks by itself any more: an order that never reached the server would take effect when its sender
 * no longer expects it, and he has seen in his records by now what came of it.
 */
const pressKeptMs = 15 * 60_000

/** A fresh request id: 32 characters of `[0-9a-zA-Z_-]`, 192 bits. */
export function freshRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => alphabet.charAt(byte & 63)).join('')
}

/** The calls that name their request, so that each has one effect. */
export type CommandPath = { [P in Path]: Params<P> extends { requestId: string } ? P : never }[Path]

/** What a command says. Its request id is made here, unless the caller needed it before, for a text to sign. */
export type CommandParams<P extends CommandPath> = Omit<Params<P>, 'requestId'> & { requestId?: string }

/** A press whose answer has not come yet. */
export interface Press<P extends CommandPath = CommandPath> {
  path: P
  params: CommandParams<P> & { requestId: string }
  pressedAtMs: number
  /** How often it went out; from the second time on, a refusal at the door says nothing of the first. */
  sent: number
}

/** A press was not sent, because an earlier one of the same call had no answer. */
export class EarlierPressError extends Error {
  override readonly name = 'EarlierPressError'
}

/** Whether nobody knows what came of a command. The same request has to be asked again, never a new one made. */
export function isUnanswered(fault: unknown): boolean {
  if (fault instanceof EarlierPressError) return false
  return !(fault instanceof ApiError) || fault.code === codeSystemError
}

/** What the presses need around them. */
export interface PressSurroundings {
  /** What outlives the page. */
  storage: () => Storage
  userId: () => string | null
  now: () => number
  fresh: () => string
  call: <P extends CommandPath>(path: P, params: Params<P>, options?: CallOptions) => Promise<Data<P>>
}

/** The presses of the signed-in user, at most one of each call; each is kept until it was answered, or got too old. */
export interface Presses {
  /** The press of a call that has no answer yet. */
  of<P extends CommandPath>(path: P): Press<P> | null
  /** Every press that has no answer yet. */
  all(): Press[]
  /** The press that stands for these parameters: a new one, or the one without an answer that said the same. */
  take<P extends CommandPath>(path: P, params: CommandParams<P>): Press<P> | 'another'
  /** Sends a press; one that is under way is not sent beside itself. Any answer of the server ends it, a refusal too. */
  ask<P extends CommandPath>(press: Press<P>, options?: CallOptions): Promise<Data<P>>
}

const sayNothingOfBefore = [codeSignInAgain, codeBusy, codeMaintenance]

/** Makes the presses of a user. */
export function createPresses({ storage, userId, now, fresh, call }: PressSurroundings): Presses {
  const prefix = () => `etld.press.${userId() ?? ''}.`
  const keyOf = (path: string) => prefix() + path
  const underWay = new Map<string, Promise<unknown>>()

  function of<P extends CommandPath>(path: P): Press<P> | null {
    if (userId() === null) return null
    const kept = readPress(storage().getItem(keyOf(path)), path)
    if (kept && Math.abs(now() - kept.pressedAtMs) <= pressKeptMs) return kept
    storage().removeItem(keyOf(path))
    return null
  }

  function keep(press: Press): void {
    storage().setItem(keyOf(press.path), JSON.stringify(press))
  }

  async function send<P extends CommandPath>(press: Press<P>, options?: CallOptions): Promise<Data<P>> {
    const { path, params } = press
    // Noted before it goes out: the page may be gone before anything comes back.
    const isFirst = (of(path) ?? press).sent === 0
    keep({ ...press, sent: press.sent + 1 })
    const settle = () => {
      if (of(path)?.params.requestId === params.requestId) storage().removeItem(keyOf(path))
    }
    try {
      // The parameters are those of the call, with the request id it demands; only their type was split up above.
      const data = await call(path, params as unknown as Params<P>, options)
      settle()
      return data
    } catch (fault) {
      const isOpen = isUnanswered(fault) || (!isFirst && fault instanceof ApiError && sayNothingOfBefore.includes(fault.code))
      if (!isOpen) settle()
      throw fault
    }
  }

  return {
    of,
    all: () =>
      Object.keys(storage())
        .filter((key) => key.startsWith(prefix()))
        .flatMap((key) => of(key.slice(prefix().length) as CommandPath) ?? []),
    take(path, params) {
      const earlier = of(path)
      if (earlier) return payloadOf(earlier.params) === payloadOf(params) ? earlier : 'another'
      const press = { path, params: { ...params, requestId: params.requestId ?? fresh() }, pressedAtMs: now(), sent: 0 }
      keep(press)
      return press
    },
    ask<P extends CommandPath>(press: Press<P>, options?: CallOptions) {
      const { requestId } = press.params
      const sent = (underWay.get(requestId) as Promise<Data<P>> | undefined) ?? send(press, options)
      underWay.set(requestId, sent)
      return sent.finally(() => underWay.delete(requestId))
    },
  }
}

function payloadOf(params: { requestId?: string }): string {
  return JSON.stringify({ ...params, requestId: undefined })
}

function readPress<P extends CommandPath>(text: string | null, path: P): Press<P> | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Press<P>> | null
    const isWhole = kept?.path === path && typeof kept.params?.requestId === 'string' && typeof kept.pressedAtMs === 'number' && typeof kept.sent === 'number'
    return isWhole ? (kept as Press<P>) : null
  } catch {
    return null
  }
}
