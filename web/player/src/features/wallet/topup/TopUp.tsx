import { useState } from 'react'
import type { TopUpInfo, IncomingTransfer, TopUpNetwork } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { CreditingPause } from '@core/deposit/CreditingPause'
import { useSearchState } from '@core/frame/useSearchState'
import { EmptyState } from '@kit/ui/EmptyState'
import { Segmented } from '@kit/ui/Segmented'
import { Skeletons } from '@kit/ui/Loading'
import { useTopUpInfo } from './api'
import { ClaimCard } from './ClaimCard'
import { SentTransfer } from './SentTransfer'
import { TopUpAddress } from './TopUpAddress'
import { TopUpRules } from './TopUpRules'
import { TransferForm } from './TransferForm'
import { ReceiptRow } from './ReceiptRow'

const recentMax = 5

/** Bringing assets in: by one's own wallet or by address, and what is on its way. */
export function TopUp() {
  const answer = useTopUpInfo()
  // The sheet stands at the bottom and fills up when the answer comes: as high as it may be from the start, it does not jump.
  return (
    <div className="min-h-[calc(88dvh-5.75rem)]">
      <Answer of={answer} waiting={<Skeletons heights={['54px', '54px', '104px', '52px', '320px']} />}>
        {(info) => <Ways info={info} />}
      </Answer>
    </div>
  )
}

type Way = 'wallet' | 'address'

function Ways({ info }: { info: TopUpInfo }) {
  const t = useText('wallet')
  const [way, setWay] = useState<Way>('wallet')
  const [name, setName] = useState<string | null>(null)
  const sent = useSentHash()
  const network = info.networks.find((one) => one.network === name) ?? info.networks[0]
  if (!network) return <EmptyState title={t('topUp.none')} hint={t('topUp.noneHint')} />
  return (
    <>
      {info.networks.length > 1 && (
        <div className="mb-3">
          <Segmented
            label={t('topUp.network')}
            value={network.network}
            onChange={setName}
            options={info.networks.map((one) => ({ value: one.network, label: one.network }))}
          />
        </div>
      )}
      <Segmented<Way>
        label={t('topUp.way')}
        value={way}
        onChange={setWay}
        options={[
          { value: 'wallet', label: t('topUp.byWallet') },
          { value: 'address', label: t('topUp.byAddress') },
        ]}
      />
      {network.pauseReason && (
        <div className="mt-3">
          <CreditingPause reason={network.pauseReason} />
        </div>
      )}
      <div className="mt-3">
        {way === 'address' && <TopUpAddress network={network} />}
        {way === 'wallet' && sent.hash && <SentTransfer hash={sent.hash} info={info} onAgain={() => sent.keep(null)} />}
        {way === 'wallet' && !sent.hash && <TransferForm key={network.network} network={network} onSent={sent.keep} />}
      </div>
      <ClaimCard info={info} />
      <ReceiptList title={t('topUp.pending')} none={t('topUp.pendingNone')} receipts={info.pending} networks={info.networks} />
      <TopUpRules network={network} />
      <ReceiptList title={t('topUp.recent')} none={t('topUp.recentNone')} receipts={info.recent.slice(0, recentMax)} networks={info.networks} />
    </>
  )
}

/** The transaction being followed lives in the address, so that a reload keeps it. */
function useSentHash(): { hash: string | null; keep: (hash: string | null) => void } {
  const [search, change] = useSearchState()
  const named = search.get('tx')
  return { hash: named && /^0x[0-9a-f]{64}$/i.test(named) ? named : null, keep: (hash) => change({ tx: hash }) }
}

interface ReceiptListProps {
  title: string
  /** What to say where there is none. */
  none: string
  receipts: readonly IncomingTransfer[]
  networks: readonly TopUpNetwork[]
}

/** Transfers under a heading: those on their way, or those that arrived. */
function ReceiptList({ title, none, receipts, networks }: ReceiptListProps) {
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
