import type { IncomingTransfer, TopUpNetwork } from '@kit/api/contract'
import { ReceiptRow } from './ReceiptRow'

interface ReceiptListProps {
  title: string
  /** What to say where there is none. */
  none: string
  receipts: readonly IncomingTransfer[]
  networks: readonly TopUpNetwork[]
}

/** Transfers under a heading: those on their way, or those that arrived. */
export function ReceiptList({ title, none, receipts, networks }: ReceiptListProps) {
  const required = (receipt: IncomingTransfer) => networks.find((network) => network.network === receipt.network)?.confirmations ?? 0
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-16 font-semibold">{title}</h3>
      {receipts.length === 0 && <p className="text-15 text-muted">{none}</p>}
      {receipts.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-raised px-4">
          {receipts.map((receipt, index) => (
            // One transaction may hold several transfers that look the same.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${receipt.txHash}-${index}`}>
              <ReceiptRow receipt={receipt} required={required(receipt)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
