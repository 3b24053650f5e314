import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Spinner } from '@kit/ui/Spinner'
import { TxLine } from '@kit/ui/TxLine'
import { CreditingPause } from '../../deposit/CreditingPause'
import { DemoCoins } from '../../deposit/DemoCoins'
import { useExplorer } from '../../frame/useExplorer'
import type { useTopUpFirst } from './useTopUpFirst'

/** What the balance lacks, and how its top-up from the wallet stands; nothing where it lacks nothing. */
export function TopUpFirst({ first }: { first: ReturnType<typeof useTopUpFirst> }) {
  const t = useText('checkout')
  const { money } = useFigures()
  const linkTo = useExplorer(first.network?.network)
  const { step, missing, held, sending, network, currency } = first
  if (step === 'buy' || missing === null) return null
  return (
    <section aria-label={t('first.title')} className="mt-3 flex flex-col gap-3 rounded-card border border-[var(--brass)] p-4">
      <p className="text-15">{t(step === 'awaited' ? 'first.awaited' : 'first.missing', { amount: money(missing, currency) })}</p>
      {network?.pauseReason && <CreditingPause reason={network.pauseReason} />}
      {(step === 'top_up' || step === 'short') && held !== undefined && (
        <p className={`text-13 ${step === 'short' ? 'text-loss' : 'text-muted'}`}>
          {t(step === 'short' ? 'held.short' : 'held.enough', { amount: money(held, currency) })}
        </p>
      )}
      {step === 'short' && <DemoCoins />}
      {sending === 'no_gas' && <Alert size={13}>{t('noGas')}</Alert>}
      {sending === 'no_wallet' && <Alert size={13}>{t('first.noWallet')}</Alert>}
      {step === 'asking' && (
        <p role="status" className="rounded-card bg-sunk p-3 text-15">
          {t('asking')}
        </p>
      )}
      {step === 'unsure' && (
        <Alert tone="plain" size={13}>
          {t('first.unsure')}
        </Alert>
      )}
      {step === 'under_way' && (
        <p role="status" className="flex items-center gap-2 text-15">
          <span className="text-brass-ink">
            <Spinner size={18} />
          </span>
          {first.receipt && network
            ? t('confirmations', { count: Math.min(first.receipt.confirmations, network.confirmations), required: network.confirmations })
            : t('under.sent')}
        </p>
      )}
      {first.hash && <TxLine hash={first.hash} link={linkTo('tx', first.hash)} />}
      {step !== 'awaited' && <p className="text-13 text-muted">{t('first.leave')}</p>}
    </section>
  )
}
