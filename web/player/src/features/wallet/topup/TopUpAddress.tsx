import { Suspense } from 'react'
import { late } from '@core/frame/late'
import type { TopUpNetwork } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { CopyButton } from '@kit/ui/CopyButton'
import { maskId } from '@kit/ui/MaskedId'
import { ExplorerLink } from '@kit/ui/TxLine'
import { useExplorer } from '@core/frame/useExplorer'
import { DepositMark } from '@core/deposit/DepositMark'
import { Skeleton } from '@kit/ui/Skeleton'
import { Verbatim } from '@kit/ui/Verbatim'

const DepositQr = late(() => import('@core/deposit/DepositQr').then((module) => module.DepositQr))

/** The address deposits go to: QR, text, the tokens it takes, and the proof that it is ours. */
export function TopUpAddress({ network }: { network: TopUpNetwork }) {
  const t = useText('wallet')
  const linkTo = useExplorer(network.network)
  return (
    <div className="rounded-card border border-line bg-raised p-4">
      <div className="mx-auto aspect-square w-full max-w-56">
        <Suspense fallback={<Skeleton height="100%" />}>
          <DepositQr address={network.address} label={t('topUp.address.qr', { network: network.network })} />
        </Suspense>
      </div>
      <p className="mt-4 text-13 text-muted">{t('topUp.address.label', { network: network.network })}</p>
      <DepositMark>
        <div className="flex items-center gap-2 rounded-field border border-line bg-sunk pl-3">
          <Verbatim look="fig min-w-0 flex-1 py-2 text-15 break-all">{network.address}</Verbatim>
          <CopyButton value={network.address} what={t('topUp.address.what')} />
          <ExplorerLink link={linkTo('address', network.address)} />
        </div>
      </DepositMark>
      <h3 className="mt-4 text-13 text-muted">{t('topUp.address.tokens')}</h3>
      <ul className="divide-y divide-line">
        {network.tokens.map((token) => (
          <li key={token.contract} className="flex items-center gap-3">
            <Verbatim look="text-15 font-medium">{token.currency}</Verbatim>
            <Verbatim look="fig min-w-0 flex-1 text-right text-13 wrap-anywhere text-muted">{maskId(token.contract)}</Verbatim>
            <CopyButton value={token.contract} what={t('topUp.address.contract', { currency: token.currency })} />
            <ExplorerLink link={linkTo('token', token.contract)} />
          </li>
        ))}
      </ul>
      <details className="mt-2 border-t border-line pt-1">
        <summary className="flex min-h-11 cursor-pointer items-center text-15 text-brass-ink">{t('topUp.address.proof')}</summary>
        <p className="text-13 text-muted">{t('topUp.address.proofText')}</p>
        <Proof name={t('topUp.address.statement')} value={network.statement} />
        <Proof name={t('topUp.address.signature')} value={network.signature} />
      </details>
    </div>
  )
}

function Proof({ name, value }: { name: string; value: string }) {
  return (
    <div className="mt-2 flex items-start gap-2">
      <p className="min-w-0 flex-1 text-13">
        <span className="block text-muted">{name}</span>
        <Verbatim look="fig break-all">{value}</Verbatim>
      </p>
      <CopyButton value={value} what={name} />
    </div>
  )
}
