import type { KeyTail } from '@kit/i18n/catalogues'
import type { RefusalReason, SessionPhase } from '@core/session/store'

/** From here on the ways in stand there although something is under way. */
export const waysAfterMs = 3_000
/** A server that is silent for so long is spoken of, */
export const slowAfterMs = 5_000
/** a wallet after so long, */
export const silentAfterMs = 10_000
/** and a silent server can be asked anew. */
export const retryAfterMs = 15_000

export interface GateFacts {
  phase: SessionPhase
  refusal: RefusalReason | null
  /** How long the attempt lasts, and how long the phase it is in. */
  attemptMs: number
  phaseMs: number
  walletCount: number
}

type Line = KeyTail<'gate', 'line.'>

export interface Gate {
  /** The key of the line under the mark. */
  line: Line
  isWorking: boolean
  showsWays: boolean
  /** The second button: what was refused, once more. */
  again: 'tryAgain' | 'switchNetwork' | null
}

const walletPhases: readonly SessionPhase[] = ['connecting', 'switching', 'signing']
const serverPhases: readonly SessionPhase[] = ['starting', 'verifying']

/** What the gate shows: what is going on and for how long, and the ways in. */
export function decideGate(facts: GateFacts): Gate {
  const { phase, attemptMs } = facts
  const isWorking = walletPhases.includes(phase) || serverPhases.includes(phase)
  return { line: lineOf(facts), isWorking, showsWays: !isWorking || attemptMs >= waysAfterMs, again: againOf(facts) }
}

function lineOf({ phase, refusal, phaseMs, walletCount }: GateFacts): Gate['line'] {
  if (phase === 'refused') return `refused_${refusal ?? 'server'}`
  if (phase === 'waiting' && walletCount === 0) return 'waiting_none'
  if (walletPhases.includes(phase) && phaseMs >= silentAfterMs) return 'silent'
  if (serverPhases.includes(phase) && phaseMs >= slowAfterMs) return 'slow'
  return phase
}

function againOf({ phase, refusal, phaseMs }: GateFacts): Gate['again'] {
  if (phase === 'refused') return refusal === 'closed' ? null : refusal === 'network' ? 'switchNetwork' : 'tryAgain'
  const isSilent = serverPhases.includes(phase) && phaseMs >= retryAfterMs
  return phase === 'unreachable' || isSilent ? 'tryAgain' : null
}
