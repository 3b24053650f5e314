import { isDecimal, signOf } from '@kit/amount/format'
import type { TxOutcome } from '../../wallet/transfer'
import type { PaymentState, Progress } from '../contract'
import type { SentPayment } from './sent'

/** The three steps a buyer sees. */
export const paySteps = ['confirm', 'submitted', 'confirmed'] as const
export type PayStep = (typeof paySteps)[number]

/** What the payment sheet shows. */
export type PayFace = 'to_pay' | 'part' | 'sent' | 'confirming' | 'closing' | 'paid' | 'expired' | 'cancelled'

export interface PaymentFacts {
  progress: Pick<Progress, 'state' | 'rest' | 'txHash' | 'transfers'>
  sent: SentPayment | null
  /** What the wallet's node says of the transaction this device sent. */
  mined: TxOutcome | undefined
  /** The transaction the person gave up. */
  givenUp: string | null
}

export interface PaymentView {
  face: PayFace
  step: PayStep
  /** The transaction to show, and to look after in the wallet. */
  hash: string | null
  canPay: boolean
  canCancel: boolean
  /** A transfer is on its way: it would arrive after a cancellation. */
  isSent: boolean
  /** The wallet was asked before and nobody knows the answer: the person must look there first. */
  isUnsure: boolean
}

const overStates: readonly PaymentState[] = ['paid', 'expired', 'cancelled']

/** Whether nothing can happen to the payment any more. */
export function isOver(state: PaymentState): boolean {
  return overStates.includes(state)
}

/**
 * What the payment sheet shows, from what the server knows, what this device sent and what the wallet says of it.
 * The server decides; this device only adds a transaction that the server has not seen yet.
 */
export function decidePayment(facts: PaymentFacts): PaymentView {
  const { progress, sent } = facts
  const hash = hashOf(facts)
  const face = faceOf(facts, hash)
  const isOpen = face === 'to_pay' || face === 'part'
  return {
    face,
    step: face === 'paid' ? 'confirmed' : isOpen || face === 'expired' || face === 'cancelled' ? 'confirm' : 'submitted',
    hash,
    canPay: isOpen && isDecimal(progress.rest) && signOf(progress.rest) > 0,
    canCancel: !isOver(progress.state),
    isSent: face === 'sent' || face === 'confirming' || (face === 'closing' && isToArrive(facts, hash)),
    isUnsure: isOpen && sent !== null && sent.hash === null,
  }
}

/** The transaction to follow: one that is still to arrive before one that is not. What was given up counts only once it was seen. */
function hashOf(facts: PaymentFacts): string | null {
  const { progress, sent, givenUp } = facts
  const named = [progress.txHash, sent?.hash ?? ''].filter((hash) => hash !== '' && (!isSame(hash, givenUp) || isSeen(progress, hash)))
  return named.find((hash) => isToArrive(facts, hash)) ?? named[0] ?? null
}

function faceOf(facts: PaymentFacts, hash: string | null): PayFace {
  const { state } = facts.progress
  if (state === 'paid' || state === 'expired' || state === 'cancelled' || state === 'closing' || state === 'confirming') return state
  if (isToArrive(facts, hash)) return 'sent'
  return state === 'part_received' ? 'part' : 'to_pay'
}

/** A transaction the server has not seen is on its way, unless the chain took it and undid it. */
function isToArrive({ progress, sent, mined }: PaymentFacts, hash: string | null): boolean {
  return hash !== null && !isSeen(progress, hash) && !(mined === 'reverted' && isSame(hash, sent?.hash))
}

function isSeen({ transfers }: Pick<Progress, 'transfers'>, hash: string): boolean {
  return transfers.some(({ txHash }) => isSame(txHash, hash))
}

/** Whether two hashes name one transaction, whatever their letter case. */
export function isSame(left: string, right: string | null | undefined): boolean {
  return left.toLowerCase() === right?.toLowerCase()
}

/** What share of the needed confirmations is there, for the engraved scale. */
export function confirmedShare({ confirmations, requiredConfirmations }: Pick<Progress, 'confirmations' | 'requiredConfirmations'>): number {
  return requiredConfirmations > 0 ? Math.min(1, confirmations / requiredConfirmations) : 0
}
