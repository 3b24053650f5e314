import { compareAmounts } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import { ApiError, codeMessageExpired, codeSignatureFailed, codeSignatureUsed } from '@kit/api/faults'
import { sameAddress } from '@kit/wallet/provider'
import type { WithdrawCurrency, NetworkTerms, WithdrawConfig } from './contract'

const known: readonly WithdrawCurrency[] = ['USDT', 'ETLD', 'ETH']

/** What is listed, without currencies that this version of the app does not know. */
export function knownTerms(config: WithdrawConfig | undefined): NetworkTerms[] {
  return (config?.networks ?? []).filter((row): row is NetworkTerms => known.some((currency) => currency === row.currency))
}

/** The currencies that are listed, each once, in the server's order. */
export function currenciesOf(terms: readonly NetworkTerms[]): WithdrawCurrency[] {
  return [...new Set(terms.map(({ currency }) => currency))]
}

/** The networks of a currency, those that can be used first. */
export function networksOf(terms: readonly NetworkTerms[], currency: string): NetworkTerms[] {
  const own = terms.filter((one) => one.currency === currency)
  return [...own.filter(({ enabled }) => enabled), ...own.filter(({ enabled }) => !enabled)]
}

/** The terms asked for; else the first of that currency that can be used; else the first of all. */
export function chooseTerms(terms: readonly NetworkTerms[], currency: string | null, network: string | null): NetworkTerms | null {
  const wanted = currenciesOf(terms).find((one) => one === currency) ?? currenciesOf(terms)[0]
  if (wanted === undefined) return null
  const own = networksOf(terms, wanted)
  return own.find((one) => one.network === network && one.enabled) ?? own[0] ?? null
}

/** What people know a network by. A demo runs on a chain of its own. */
export function chainName(network: string, isDemo: boolean): string | null {
  if (network === 'BEP-20') return isDemo ? 'ETLD demo chain' : 'BNB Smart Chain'
  return network === 'ERC-20' ? 'Ethereum' : null
}

/** Whether a network is off only for now: its reason then ends by itself or by an operator. */
export function isPaused({ enabled, reason, reasonText }: Pick<NetworkTerms, 'enabled' | 'reason' | 'reasonText'>): boolean {
  return !enabled && reasonText !== '' && reason !== 'not_connected' && reason !== 'contract_wallet'
}

/** What stands between the person and the withdrawal, and so what the button says. */
export type WithdrawStep =
  'awaited' | 'unavailable' | 'poor' | 'no_amount' | 'insufficient' | 'too_little' | 'too_much' | 'over_day' | 'refused' | 'quoting' | 'ready'

interface StepInput {
  terms: NetworkTerms
  amount: Decimal | null
  /** The server's answer for exactly these terms and this amount. */
  quote: NetworkTerms | null
  /** An earlier withdrawal has no answer yet. */
  isAwaited: boolean
}

/** Decides the next step. The server decides again; this only spares a call that cannot succeed. */
export function decideStep({ terms, amount, quote, isAwaited }: StepInput): WithdrawStep {
  if (isAwaited) return 'awaited'
  if (!terms.enabled) return 'unavailable'
  // Whatever is entered, it is below the minimum or more than there is.
  if (compareAmounts(terms.available, terms.min) < 0) return 'poor'
  if (amount === null) return 'no_amount'
  if (compareAmounts(amount, terms.available) > 0) return 'insufficient'
  if (compareAmounts(amount, terms.min) < 0) return 'too_little'
  if (compareAmounts(amount, terms.maxRequest) > 0) return 'too_much'
  if (compareAmounts(amount, terms.dayRest) > 0) return 'over_day'
  if (quote === null) return 'quoting'
  return quote.problem || !quote.arrival ? 'refused' : 'ready'
}

/** The limit that an amount breaks, to be said beside the field; null where the button says enough. */
export function decideProblem(step: WithdrawStep, terms: NetworkTerms): { kind: 'too_little' | 'too_much' | 'over_day'; amount: Decimal } | null {
  if (step === 'too_little') return { kind: step, amount: terms.min }
  if (step === 'too_much') return { kind: step, amount: terms.maxRequest }
  return step === 'over_day' ? { kind: step, amount: terms.dayRest } : null
}

/** Whether an amount is worth asking the server what arrives of it. */
export function isQuotable(terms: NetworkTerms | null, amount: Decimal | null): boolean {
  return terms !== null && decideStep({ terms, amount, quote: null, isAwaited: false }) === 'quoting'
}

const minutesPerHour = 60
const hoursFromMinutes = 90

/** How long confirmed withdrawals took, in words a person uses; null while none was paid. */
export function decideDuration(medianMinutes: number | null): { unit: 'minutes' | 'hours'; count: number } | null {
  if (medianMinutes === null || !Number.isFinite(medianMinutes)) return null
  if (medianMinutes < hoursFromMinutes) return { unit: 'minutes', count: Math.max(1, Math.ceil(medianMinutes)) }
  return { unit: 'hours', count: Math.ceil(medianMinutes / minutesPerHour) }
}

/** Why the wallet cannot sign now. */
export type WalletObstacle = 'no_wallet' | 'other_wallet'

/** A statement names the payee, and that is nobody but the wallet that signs it. */
export function decideWallet({ isConnected, own, payee }: { isConnected: boolean; own: string | null; payee: string }): WalletObstacle | null {
  if (!isConnected || own === null) return 'no_wallet'
  return sameAddress(own, payee) ? null : 'other_wallet'
}

/** A statement is good for five minutes; one this old is written anew before it is signed. */
const statementAgeMaxMs = 4 * 60_000

/** Whether a statement would be too old by the time the server reads it, or is dated ahead of the server's clock. */
export function isStale(atMs: number, nowMs: number): boolean {
  return nowMs - atMs > statementAgeMaxMs || atMs > nowMs
}

/** What the wallet and the server are doing with a withdrawal; `unanswered` means that nobody knows what came of it. */
export type WithdrawSending = 'idle' | 'signing' | 'submitting' | 'unanswered'

const signatureCodes = [codeSignatureFailed, codeMessageExpired, codeSignatureUsed]

/** After which refusals the same withdrawal can be signed once more; after the others its terms are looked at anew. */
export function isToSignAgain(fault: unknown): boolean {
  return fault instanceof ApiError && signatureCodes.includes(fault.code)
}
