import type { IncomingTransfer, TopUpNetwork } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { CopyButton } from '@kit/ui/CopyButton'
import { maskId } from '@kit/ui/MaskedId'
import { ExplorerLink } from '@kit/ui/TxLine'
import { useExplorer } from '@core/frame/useExplorer'
import { SupportLink } from '@core/frame/SupportLink'
import { Time } from '@kit/ui/Time'
import { Verbatim } from '@kit/ui/Verbatim'
import { decideReceipt, decideRemainder } from './decideTopUp'

const tones = { moving: 'text-brass-ink', good: 'text-gain', bad: 'text-loss', plain: 'text-muted' }

/** One transfer: how much, how far it has come, and its transaction. */
export function ReceiptRow({ receipt, networks }: { receipt: IncomingTransfer; networks: readonly TopUpNetwork[] }) {
  const t = useText('wallet')
  const linkTo = useExplorer(receipt.network)
  const network = networks.find((one) => one.network === receipt.network)
  const required = network?.confirmations ?? 0
  const remainder = decideRemainder(receipt, network)
  const face = decideReceipt(receipt, required)
  const words = t(`topUp.receipt.${face.line}`, { count: receipt.confirmations, required })
  return (
    <div className="py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className={`text-16 font-semibold ${breakable}`}>
          <Amount value={receipt.amount} currency={receipt.currency} />
        </span>
        <span className={`text-13 font-medium ${tones[face.tone]}`}>{words}</span>
      </div>
      {face.progress !== null && (
        <div
          role="progressbar"
          aria-label={words}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(face.progress * 100)}
          className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunk"
        >
          <div className="h-full rounded-full bg-brass transition-[width] duration-200" style={{ width: `${Math.max(4, face.progress * 100)}%` }} />
        </div>
      )}
      {(face.line === 'gone' || face.line === 'dust' || face.line === 'rejected' || face.line === 'suspense' || face.line === 'held') && (
        <p className="mt-1 text-13 text-muted">{t(`topUp.receipt.${face.line}Hint`)}</p>
      )}
      {remainder !== null && (
        <p className="mt-1 text-13 text-muted">
          {t('topUp.receipt.remainder')} <Amount value={remainder} currency={receipt.currency} decimalsMax={18} />
        </p>
      )}
      {face.line === 'rejected' && <SupportLink />}
      <div className="flex items-center justify-between gap-2 text-13 text-muted">
        <span className="min-w-0">
          <Time at={receipt.settledAt ?? receipt.blockTime} />
          <Verbatim look="fig block wrap-anywhere">{maskId(receipt.txHash)}</Verbatim>
        </span>
        <span className="flex">
          <CopyButton value={receipt.txHash} what={t('topUp.receipt.hash')} />
          <ExplorerLink link={linkTo('tx', receipt.txHash)} />
        </span>
      </div>
    </div>
  )
}
