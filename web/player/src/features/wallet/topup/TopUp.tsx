import { CreditingPause } from '@core/deposit/CreditingPause'
import { useExplorer } from '@core/frame/useExplorer'
import { useSearchState } from '@core/frame/useSearchState'
import { useSession } from '@core/session/store'
import { useIsMissing } from '@core/session/useIsMissing'
import { useTxOutcome } from '@core/session/useTxOutcome'
import { formatAmount } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import type { IncomingTransfer, TopUpInfo, TopUpNetwork } from '@kit/api/contract'
import { useLanguage, useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { EmptyState } from '@kit/ui/EmptyState'
import { Icon } from '@kit/ui/Icon'
import { Skeletons } from '@kit/ui/Loading'
import { maskId } from '@kit/ui/MaskedId'
import { Segmented } from '@kit/ui/Segmented'
import { TxLine } from '@kit/ui/TxLine'
import { breakable } from '@kit/ui/breakable'
import { useState } from 'react'
import { ReceiptRow } from './ReceiptRow'
import { TopUpAddress } from './TopUpAddress'
import { TransferForm } from './TransferForm'
import { TransferSteps } from './TransferSteps'
import { useTopUpInfo, claimSuspense } from './api'
import { decideSteps, findReceipt, isOver } from './decideTopUp'
import { useMutation } from '@tanstack/react-query'
import { ourPhrase, signText } from '@core/session/connection'
import { claimPhrase } from '@kit/signing/phrases'
import { serverNow } from '@kit/time/clock'
import { toast } from '@kit/ui/toast'
import { Unreachable } from '@kit/ui/Unreachable'

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
          <Segmented label={t('topUp.network')} value={network.network} onChange={setName} of={info.networks.map((one) => one.network)} />
        </div>
      )}
      <Segmented<Way>
        label={t('topUp.way')}
        value={way}
        onChange={setWay}
        of={['wallet', 'address']}
        nameOf={(one) => t(one === 'wallet' ? 'topUp.byWallet' : 'topUp.byAddress')}
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
              <ReceiptRow receipt={receipt} networks={networks} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What may be sent and from where, and what becomes of the rest. */
function TopUpRules({ network }: { network: TopUpNetwork }) {
  const t = useText('wallet')
  const language = useLanguage()
  const address = useSession((state) => state.address)
  const { list } = useFigures()
  const currencies = list(network.tokens.map((token) => token.currency))
  const amounts = list(network.tokens.map(({ least, currency }) => `${formatAmount(least, language, { decimalsMin: 0 })}\u00a0${currency}`))
  const rules = [
    t('topUp.rule.tokens', { currencies, network: network.network }),
    t('topUp.rule.least', { amounts }),
    t('topUp.rule.sender', { address: maskId(address ?? '') }),
    t('topUp.rule.others'),
    t('topUp.rule.confirmations', { count: network.confirmations }),
  ]
  return (
    <section className="mt-6 rounded-card border border-line bg-sunk p-4">
      <h3 className="flex items-center gap-2 text-15 font-semibold">
        <Icon name="info" look="text-brass-ink" />
        {t('topUp.rule.title')}
      </h3>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-15 wrap-anywhere">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}

/** Follows a transfer that was sent, by its hash alone: a reload loses nothing. */
function SentTransfer({ hash, info, onAgain }: { hash: string; info: TopUpInfo; onAgain: () => void }) {
  const t = useText('wallet')
  const linkTo = useExplorer()
  const mined = useTxOutcome(hash)
  const receipt = findReceipt(info, hash)
  const isMissing = useIsMissing(receipt || mined ? null : hash)
  const states = decideSteps({ phase: 'sent', mined: mined ?? 'unknown', receipt })
  const required = info.networks.find((network) => network.network === receipt?.network)?.confirmations ?? 0
  return (
    <div className="flex flex-col gap-3">
      <div className="rounded-card border border-line bg-raised p-4">
        {receipt && (
          <p className={`mb-3 text-20 font-semibold ${breakable}`}>
            <Amount value={receipt.amount} currency={receipt.currency} />
          </p>
        )}
        <TransferSteps states={states} confirmations={receipt && required > 0 ? { count: Math.min(receipt.confirmations, required), required } : null} />
      </div>
      <TxLine hash={hash} link={linkTo('tx', hash)} />
      {isMissing && (
        <Alert tone="plain" framed>
          {t('topUp.send.missing')}
        </Alert>
      )}
      {isOver(states) || isMissing ? (
        <Button wide onClick={onAgain}>
          {t('topUp.send.again')}
        </Button>
      ) : (
        <p className="text-13 text-muted">{t('topUp.send.mayLeave')}</p>
      )}
    </div>
  )
}

/** Deposits this wallet sent before its account existed: a signature brings them to the balance. */
function ClaimCard({ info }: { info: TopUpInfo }) {
  const t = useText('wallet')
  const address = useSession((state) => state.address)
  const [isSigning, setIsSigning] = useState(false)
  const claim = useMutation({
    mutationFn: async (sender: string) => {
      const phrase = ourPhrase((site) => claimPhrase(site, sender, sender), info.claimPhrase)
      if (phrase === null) return
      const message = `${phrase}${serverNow()}`
      setIsSigning(true)
      const signature = await signText(message).finally(() => setIsSigning(false))
      if (signature === null) return
      await claimSuspense({ sender, message, signature }, () => toast.success(t('topUp.claim.done')))
    },
  })
  if (info.claimable.length === 0 || !address) return null
  return (
    <section className="mt-6 rounded-card border border-[var(--brass)] bg-raised p-4">
      <h3 className="text-16 font-semibold">{t('topUp.claim.title')}</h3>
      <p className="mt-1 text-15 text-muted">{t('topUp.claim.text')}</p>
      <ul className="mt-1 divide-y divide-line">
        {info.claimable.map((receipt, index) => (
          // One transaction may hold several transfers that look the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${receipt.txHash}-${index}`}>
            <ReceiptRow receipt={receipt} networks={info.networks} />
          </li>
        ))}
      </ul>
      <Button wide busy={claim.isPending} onClick={() => claim.mutate(address)}>
        {isSigning ? t('topUp.claim.signing') : t('topUp.claim.action')}
      </Button>
      <div className="mt-3 empty:mt-0">
        <Unreachable fault={claim.error} />
      </div>
    </section>
  )
}
