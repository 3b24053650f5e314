import { compareAmounts } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import type { IncomingTransfer, TopUpInfo, TopUpNetwork } from '@kit/api/contract'

/** The currencies a network takes, as the screen offers them. */
export function decideToken(network: TopUpNetwork, wanted: string | null): TopUpNetwork['tokens'][number] | null {
  return network.tokens.find((token) => token.currency === wanted) ?? network.tokens[0] ?? null
}

/** What a transfer's line says, and how far it has come. */
interface ReceiptFace {
  /** The key of the words about its state. */
  line: 'confirming' | 'finalizing' | 'gone' | 'final' | 'held' | 'credited' | 'paid' | 'suspense' | 'claimed' | 'dust' | 'rejected'
  tone: 'moving' | 'good' | 'bad' | 'plain'
  /** From 0 to 1 while it moves, else null. */
  progress: number | null
}

const faces: Record<Exclude<IncomingTransfer['state'], 'confirming' | 'credited'>, ReceiptFace> = {
  gone: { line: 'gone', tone: 'bad', progress: null },
  final: { line: 'final', tone: 'moving', progress: 1 },
  held: { line: 'held', tone: 'moving', progress: 1 },
  suspense: { line: 'suspense', tone: 'plain', progress: null },
  claimed: { line: 'claimed', tone: 'good', progress: null },
  dust: { line: 'dust', tone: 'plain', progress: null },
  rejected: { line: 'rejected', tone: 'bad', progress: null },
}

/** The reasons of what was credited to a payment. */
const paying: readonly IncomingTransfer['reason'][] = ['intent', 'paid']

/** A transfer's state in words a person understands. `required` is the network's number of confirmations. */
export function decideReceipt(receipt: IncomingTransfer, required: number): ReceiptFace {
  if (receipt.state === 'credited') return { line: paying.includes(receipt.reason) ? 'paid' : 'credited', tone: 'good', progress: null }
  if (receipt.state !== 'confirming') return faces[receipt.state] ?? { line: 'final', tone: 'plain', progress: null }
  // A chain's own finality can take longer than the usual number of blocks.
  if (required > 0 && receipt.confirmations >= required) return { line: 'finalizing', tone: 'moving', progress: 1 }
  return { line: 'confirming', tone: 'moving', progress: required > 0 ? receipt.confirmations / required : 0 }
}

/** What a transfer leaves below the smallest amount that is credited, which the server says in the token's own units; null where there is none. */
export function decideRemainder({ currency, remainder, state }: IncomingTransfer, network: TopUpNetwork | undefined): Decimal | null {
  const token = network?.tokens.find((one) => one.currency === currency)
  // Of what was rejected everything is left.
  return token && remainder !== '0' && state !== 'rejected' ? `0.${remainder.padStart(token.decimals, '0')}` : null
}

/** What the server knows of a transaction; null while it has not seen it. */
export function findReceipt(info: TopUpInfo | undefined, hash: string): IncomingTransfer | null {
  const wanted = hash.toLowerCase()
  return [...(info?.pending ?? []), ...(info?.recent ?? [])].find((receipt) => receipt.txHash.toLowerCase() === wanted) ?? null
}

/** The steps of sending from one's own wallet. */
export const steps = ['confirm', 'submitted', 'confirmed', 'credited'] as const
export type TransferStep = (typeof steps)[number]
export type StepState = 'done' | 'active' | 'waiting' | 'failed'

interface SendingFacts {
  /** `asking` while the wallet shows the request, `sent` once there is a transaction. */
  phase: 'asking' | 'sent'
  /** What the wallet's own node says about the transaction. */
  mined: 'unknown' | 'success' | 'reverted'
  /** What the server knows of it. */
  receipt: IncomingTransfer | null
}

const settled: readonly IncomingTransfer['state'][] = ['credited', 'claimed', 'suspense', 'dust', 'rejected']

/** Where a transfer stands. A transaction that failed or was taken back shows at which step. */
export function decideSteps({ phase, mined, receipt }: SendingFacts): Record<TransferStep, StepState> {
  const at = (confirm: StepState, submitted: StepState, confirmed: StepState, credited: StepState) => ({ confirm, submitted, confirmed, credited })
  if (phase === 'asking') return at('active', 'waiting', 'waiting', 'waiting')
  if (receipt?.state === 'gone') return at('done', 'done', 'failed', 'waiting')
  if (receipt?.state === 'rejected' || receipt?.state === 'dust') return at('done', 'done', 'done', 'failed')
  if (receipt && settled.includes(receipt.state)) return at('done', 'done', 'done', 'done')
  if (receipt && receipt.state !== 'confirming') return at('done', 'done', 'done', 'active')
  if (receipt) return at('done', 'done', 'active', 'waiting')
  if (mined === 'reverted') return at('done', 'failed', 'waiting', 'waiting')
  return mined === 'success' ? at('done', 'done', 'active', 'waiting') : at('done', 'active', 'waiting', 'waiting')
}

/** Whether a transfer's way has ended, for good or bad. */
export function isOver(facts: Record<TransferStep, StepState>): boolean {
  return facts.credited === 'done' || Object.values(facts).includes('failed')
}

/** What keeps a transfer from being sent; null when nothing does. */
type SendObstacle = 'no_wallet' | 'other_network' | 'wrong_chain' | 'no_amount' | 'too_little' | 'too_much'

interface SendFacts {
  hasWallet: boolean
  onChain: boolean | null
  /** The chain of the network the person chose, and the one the app pays on. */
  networkChainId: number
  appChainId: number | null
  amount: Decimal | null
  /** Less waits until it adds up to that. */
  least: Decimal
  /** What the wallet holds of the token; null while unknown. */
  held: Decimal | null
}

/** The first thing to put right before the wallet is asked. */
export function decideObstacle(facts: SendFacts): SendObstacle | null {
  if (facts.appChainId !== null && facts.networkChainId !== facts.appChainId) return 'other_network'
  if (!facts.hasWallet) return 'no_wallet'
  if (facts.onChain === false) return 'wrong_chain'
  if (facts.amount === null) return 'no_amount'
  if (compareAmounts(facts.amount, facts.least) < 0) return 'too_little'
  if (facts.held !== null && compareAmounts(facts.amount, facts.held) > 0) return 'too_much'
  return null
}
