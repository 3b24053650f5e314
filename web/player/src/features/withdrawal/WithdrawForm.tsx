import { useState } from 'react'
import { formatAmount, type Decimal } from '@kit/amount/format'
import { useSettled } from '@kit/amount/useSettled'
import { useLanguage, useText } from '@kit/i18n/text'
import { useIsPending } from '@core/command/useCommand'
import { Amount } from '@kit/ui/Amount'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Alert } from '@kit/ui/Alert'
import { useDraftAmount } from '@core/frame/useDraftAmount'
import { useReview } from '@core/frame/useReview'
import { Worth } from '@core/price/Worth'
import { useFigures } from '@kit/amount/useFigures'
import { Card } from '@kit/ui/Card'
import { LinkButton } from '@core/frame/LinkButton'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { useTermsFor } from './api'
import type { NetworkTerms, WithdrawConfig } from './contract'
import { WithdrawConfirmSheet } from './WithdrawConfirmSheet'
import { decideProblem, decideStep, isQuotable, knownTerms, type WithdrawStep, decideDuration } from './decideWithdraw'
import { NetworkChoice } from './NetworkChoice'
import { breakable } from '@kit/ui/breakable'
import { CopyButton } from '@kit/ui/CopyButton'
import { ExplorerLink } from '@kit/ui/TxLine'
import { useExplorer } from '@core/frame/useExplorer'
import { MaskedId } from '@kit/ui/MaskedId'
import { Spinner } from '@kit/ui/Spinner'

interface WithdrawFormProps {
  config: WithdrawConfig
  terms: NetworkTerms
  networks: readonly NetworkTerms[]
  onChooseNetwork: (network: string) => void
  onDone: (withdrawNo: string) => void
}

const pressable: readonly WithdrawStep[] = ['no_amount', 'ready']

/** One withdrawal: how much, by which network, what arrives, and the one step that comes next. */
export function WithdrawForm({ config, terms, networks, onChooseNetwork, onDone }: WithdrawFormProps) {
  const t = useText('withdrawal')
  const language = useLanguage()
  const { typed, amount, write: keep, finish } = useDraftAmount(`withdrawal ${terms.currency}`, terms.decimals)
  const [isPrompted, setIsPrompted] = useState(false)
  const [confirmed, setConfirmed] = useState<{ terms: NetworkTerms; quantity: Decimal } | null>(null)
  const review = useReview(confirmed !== null)
  const [wasOpen, setWasOpen] = useState(review.isOpen)
  if (wasOpen !== review.isOpen) {
    setWasOpen(review.isOpen)
    // What was looked at is over: whoever comes back to it looks at the form's figures anew.
    if (!review.isOpen) setConfirmed(null)
  }
  const confirming = review.isOpen ? confirmed : null
  const isAwaited = useIsPending('/api/userAccount/withdraw')
  const { quote, fault, askAgain } = useWithdrawQuote(terms, amount)
  const step = decideStep({ terms, amount, quote, isAwaited })
  const bound = decideProblem(step, terms)

  function write(text: string, value: Decimal | null) {
    keep(text, value)
    setIsPrompted(false)
  }

  function go() {
    if (step === 'no_amount') setIsPrompted(typed === '')
    else if (step === 'ready' && quote && amount) {
      setConfirmed({ terms: quote, quantity: amount })
      review.open()
    }
  }

  const problem = bound
    ? t(`problem.${bound.kind}`, { amount: formatAmount(bound.amount, language, { currency: terms.currency, decimalsMin: 0 }), currency: terms.currency })
    : step === 'insufficient'
      ? t('problem.insufficient')
      : isPrompted
        ? t('prompt')
        : null
  return (
    <div className="flex flex-col gap-4">
      <NetworkChoice networks={networks} chosen={terms.network} onChoose={onChooseNetwork} />
      {step === 'poor' ? (
        <Poor terms={terms} />
      ) : (
        <>
          <div className="flex flex-col gap-3">
            <AmountField
              label={t('quantity')}
              currency={terms.currency}
              typed={typed}
              onChange={write}
              decimalsMax={terms.decimals}
              problem={problem}
              available={{ value: terms.available, currency: terms.currency }}
              worth={<Worth amount={amount} currency={terms.currency} />}
              maximum={terms.enabled ? terms.maximum : undefined}
            />
            <ArrivalCard
              currency={terms.currency}
              arrival={quote?.arrival ?? null}
              isAsking={step === 'quoting' && !fault}
              address={config.address}
              network={terms.network}
            />
          </div>
          {step === 'refused' && quote?.problem && <Alert>{quote.problem.message}</Alert>}
          {isAwaited && (
            <p role="status" className="text-15">
              {t('awaited')}
            </p>
          )}
          {fault ? (
            <ErrorRetry of={{ error: fault, refetch: askAgain }} />
          ) : (
            <Button kind="main" wide disabled={!pressable.includes(step)} onClick={go}>
              {t(`step.${step}`, { currency: terms.currency })}
            </Button>
          )}
        </>
      )}
      <TermsFacts terms={terms} fee={quote?.fee ?? terms.fee} />
      {/* Whatever becomes of the balance meanwhile: the sheet knows what was signed, and asks for its answer. */}
      {confirming && (
        <WithdrawConfirmSheet
          terms={confirming.terms}
          quantity={confirming.quantity}
          address={config.address}
          phrase={config.statementPhrase}
          onClose={review.close}
          onSubmitted={finish}
          onDone={onDone}
        />
      )}
    </div>
  )
}

/** Stands in the place of the form while the balance is below the least withdrawal: how much is missing, and the way to it. */
function Poor({ terms: { currency, min, available } }: { terms: NetworkTerms }) {
  const t = useText('withdrawal')
  const { money, owned } = useFigures()
  return (
    <Card>
      <p role="status" className="mb-4 text-15">
        {t('poor', { min: money(min, currency), available: owned(available, currency) })}
      </p>
      <LinkButton kind="main" wide to="/wallet?sheet=topup">
        {t('topUp')}
      </LinkButton>
    </Card>
  )
}

/** What arrives of an amount, by the server, which is asked after a pause in typing. */
function useWithdrawQuote(terms: NetworkTerms, amount: Decimal | null) {
  const settled = useSettled(amount)
  const isWanted = settled === amount && isQuotable(terms, settled)
  const { currency, network } = terms
  const answer = useTermsFor(currency, settled, isWanted)
  const quote = knownTerms(answer.data).find((one) => one.currency === currency && one.network === network) ?? null
  return { quote: isWanted ? quote : null, fault: isWanted && !answer.data ? answer.error : null, askAgain: () => void answer.refetch() }
}

/** What a withdrawal costs, how much is possible, and how long it took others. */
function TermsFacts({ terms, fee }: { terms: NetworkTerms; fee: Decimal }) {
  const t = useText('withdrawal')
  const { currency } = terms
  return (
    <Card tone="sunk" label={t('terms')}>
      <div className="-my-2">
        <Facts>
          <AmountFact name={t('fee')} value={fee} currency={currency} decimalsMin={0} />
          <AmountFact name={t('maximum')} value={terms.maximum} currency={currency} own strong />
          <AmountFact name={t('min')} value={terms.min} currency={currency} decimalsMin={0} />
          <AmountFact name={t('maxRequest')} value={terms.maxRequest} currency={currency} decimalsMin={0} />
          <AmountFact name={t('dayRest')} value={terms.dayRest} currency={currency} decimalsMin={0} />
          <Fact name={t('time')}>
            <UsualTime medianMinutes={terms.medianMinutes} />
          </Fact>
        </Facts>
      </div>
    </Card>
  )
}

/** The median time from request to confirmation, of withdrawals that were really paid. */
function UsualTime({ medianMinutes }: { medianMinutes: number | null }) {
  const t = useText('withdrawal')
  const duration = decideDuration(medianMinutes)
  return duration ? (
    <span className="fig">{t(`duration.${duration.unit}`, { count: duration.count })}</span>
  ) : (
    <span className="text-muted">{t('duration.none')}</span>
  )
}

interface ArrivalCardProps {
  currency: string
  /** The server's figure; null while it has not said one. */
  arrival: Decimal | null
  isAsking: boolean
  address: string
  network: string
}

/** What arrives and where: always the wallet the person signed in with. */
function ArrivalCard({ currency, arrival, isAsking, address, network }: ArrivalCardProps) {
  const t = useText('withdrawal')
  const linkTo = useExplorer(network)
  return (
    <section aria-label={t('arrival')} className="rounded-card border border-line bg-sunk p-4">
      <p className="text-13 text-muted">{t('arrival')}</p>
      <output aria-live="polite" className={`mt-1 flex min-h-12 items-center gap-2 leading-tight font-semibold ${sizeOf(arrival)} ${breakable}`}>
        {arrival ? <Amount value={arrival} currency={currency} /> : isAsking ? <Spinner /> : <span className="text-muted">—</span>}
      </output>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 border-t border-line pt-1">
        <span className="min-w-0 text-13 text-muted">{t('toWallet')}</span>
        <span className="-mr-3 ml-auto flex min-w-0 items-center text-15">
          <span className="min-w-0 break-all [&_.fig]:whitespace-normal">
            <MaskedId id={address} />
          </span>
          <CopyButton value={address} what={t('address')} />
          <ExplorerLink link={linkTo('address', address)} />
        </span>
      </div>
    </section>
  )
}

const largeMax = 12

/** A long figure is set smaller rather than broken. */
function sizeOf(arrival: Decimal | null): string {
  return (arrival?.length ?? 0) > largeMax ? 'text-28' : 'text-40'
}
