import type { KeyTail } from '@kit/i18n/catalogues'
import type { RefusalReason, SessionPhase } from '@core/session/store'

interface GateFacts {
  phase: SessionPhase
  refusal: RefusalReason | null
  isLate: boolean
  walletCount: number
}

type Line = KeyTail<'shell', 'gate.'>

interface Gate {
  /** The key of the line under the mark. */
  line: Line
  isWorking: boolean
  showsWayOut: boolean
}

/** What the gate shows: what is going on, and the ways out after three seconds or after a refusal. */
export function decideGate({ phase, refusal, isLate, walletCount }: GateFacts): Gate {
  const isStopped = phase === 'refused' || phase === 'unreachable' || phase === 'waiting'
  return {
    line: lineOf(phase, refusal, walletCount),
    isWorking: !isStopped || phase === 'waiting',
    showsWayOut: isLate || phase === 'refused' || phase === 'unreachable',
  }
}

function lineOf(phase: SessionPhase, refusal: RefusalReason | null, walletCount: number): Line {
  if (phase === 'refused') return `refused_${refusal ?? 'server'}`
  if (phase === 'waiting') return walletCount === 0 ? 'waiting_none' : 'waiting'
  return phase
}
