import type { Receipt, TopUpInfo } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { ReceiptRow } from './ReceiptRow'

const recentMax = 5

/** What is on its way, and what arrived lately. */
export function ReceiptList({ info }: { info: TopUpInfo }) {
  const t = useText('wallet')
  const required = (receipt: Receipt) => info.networks.find((network) => network.network === receipt.network)?.confirmations ?? 0
  const rows = (receipts: readonly Receipt[]) => (
    <ul className="divide-y divide-line rounded-card border border-line bg-raised px-4">
      {receipts.map((receipt, index) => (
        <li key={`${receipt.txHash}-${index}`}>
          <ReceiptRow receipt={receipt} required={required(receipt)} />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <section aria-live="polite">
        <h3 className="mt-6 mb-2 text-16 font-semibold">{t('topUp.pending')}</h3>
        {info.pending.length === 0 ? <p className="text-15 text-muted">{t('topUp.pendingNone')}</p> : rows(info.pending)}
      </section>
      <section>
        <h3 className="mt-6 mb-2 text-16 font-semibold">{t('topUp.recent')}</h3>
        {info.recent.length === 0 ? <p className="text-15 text-muted">{t('topUp.recentNone')}</p> : rows(info.recent.slice(0, recentMax))}
      </section>
    </>
  )
}
