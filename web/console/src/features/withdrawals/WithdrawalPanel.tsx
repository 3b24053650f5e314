import { useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { AuditTrail } from '@console/audit/Trail'
import { SecondLook } from '@console/decide/SecondLook'
import { WalletText } from '@console/decide/WalletText'
import { Key } from '@console/frame/Key'
import { Fact, Panel, Part } from '@console/frame/Panel'
import { PersonFacts } from '@console/person/PersonFacts'
import { Reason } from '@console/queue/Reason'
import { useMe } from '@console/session/store'
import { Staff } from '@console/words/Staff'
import { useWords } from '@console/words/useWords'
import { useDossier, useTeamOf } from './api'
import type { Dossier, Withdrawal } from './contract'
import { barOf, type Review } from './decideWithdrawals'
import { RejectForm } from './RejectForm'
import { Why } from './Why'

interface WithdrawalPanelProps {
  row: Withdrawal
  review: Review
  /** Where it stands in the list. */
  place: string | null
  isSigning: boolean
  isRejecting: boolean
  onApprove: () => void
  onReject: (isAsked: boolean) => void
  onRejected: () => void
  onClose: () => void
}

/** One withdrawal: why it is here, whose it is, whether it can be paid, and what the wallet has to show. */
export function WithdrawalPanel({ row, review, place, isSigning, isRejecting, onApprove, onReject, onRejected, onClose }: WithdrawalPanelProps) {
  const t = useText('console-waiting')
  const me = useMe()
  const dossier = useDossier(row.withdrawNo)
  const bar = barOf(row, review, me)
  const signed = typeof review === 'object' && review.approvalPhrase !== '' ? review : null
  return (
    <Panel
      label={t('withdrawals.panel')}
      title={
        <>
          <Amount value={row.arrival} currency={row.currency} /> → <span translate="no">{row.userName}</span>
        </>
      }
      note={
        <>
          <Time at={row.createdAt} plain /> · {row.network} {place !== null && <>· {place}</>}
        </>
      }
      onClose={onClose}
      actions={
        bar === null && !isRejecting ? (
          <>
            <Button kind="main" size="small" busy={isSigning} onClick={onApprove}>
              {t('withdrawals.approve')} <Key name="a" />
            </Button>
            <Button kind="danger" size="small" onClick={() => onReject(true)}>
              {t('withdrawals.reject')} <Key name="r" />
            </Button>
          </>
        ) : (
          bar !== null && <p className="text-15 text-muted">{t(`withdrawals.bar.${bar}`)}</p>
        )
      }
    >
      <Reason title={t('withdrawals.why')}>
        <Why row={row} />
      </Reason>
      {typeof review === 'object' &&
        review.approvals.map(({ staffId, name, at }) => (
          <Fact key={staffId} name={t('proposals.signed')}>
            <Staff name={name} id={staffId} />
            <span className="block text-13 text-muted">
              <Time at={at} plain />
            </span>
          </Fact>
        ))}
      {isRejecting && bar === null && <RejectForm row={row} onCancel={() => onReject(false)} onRejected={onRejected} />}
      {/* It is compared before each signature: it stands where nobody has to scroll. */}
      {signed && <WalletText phrase={signed.approvalPhrase} />}
      <PersonFacts userId={row.userId} />
      <ErrorRetry of={dossier} aboveOld />
      {dossier.isPending && <Skeleton height="120px" />}
      {dossier.data && <DossierParts dossier={dossier.data} />}
      {signed && <SecondLook proposalId={signed.id} />}
      <AuditTrail of={{ about: row.withdrawNo }} />
      {dossier.data && <Trail dossier={dossier.data} />}
    </Panel>
  )
}

function DossierParts({ dossier }: { dossier: Dossier }) {
  const t = useText('console-waiting')
  const { currency, network } = dossier
  const cover = dossier.cover.find((one) => one.currency === currency && one.network === network)
  return (
    <>
      <Part title={t('withdrawals.history')}>
        {Object.entries(dossier.userByState).length === 0 && <p className="text-15">{t('withdrawals.historyNone')}</p>}
        {statuses.map((status) =>
          dossier.userByState[status] ? (
            <Fact key={status} name={t(`withdrawals.status.${status}`)}>
              {dossier.userByState[status]}
            </Fact>
          ) : null,
        )}
        {dossier.flagged && <Flag userId={dossier.userId} />}
      </Part>
      <Part title={t('withdrawals.after')}>
        <Fact name={t('withdrawals.quantity')}>
          <Amount value={dossier.quantity} currency={currency} />
        </Fact>
        <Fact name={t('withdrawals.fee')}>
          <Amount value={dossier.fee} currency={currency} />
        </Fact>
        <Fact name={t('withdrawals.arrives')}>
          <Amount value={dossier.arrival} currency={currency} />
        </Fact>
        {cover && (
          <>
            <Fact name={t('withdrawals.cover.balance')}>
              {cover.at === null ? (
                '–'
              ) : (
                <>
                  <Amount value={cover.balance} currency={currency} />{' '}
                  <span className="text-13 text-muted">
                    <Age at={cover.at} />
                  </span>
                </>
              )}
            </Fact>
            <Fact name={t('withdrawals.cover.queued')}>
              <Amount value={cover.queued} currency={currency} />
            </Fact>
            <Fact name={t('withdrawals.cover.pending')}>
              <Amount value={cover.pending} currency={currency} />
            </Fact>
            {cover.dayLeft !== null && (
              <Fact name={t('withdrawals.cover.dayLeft')}>
                <span className={cover.dayLeft.startsWith('-') ? 'text-loss' : ''}>
                  <Amount value={cover.dayLeft} currency={currency} />
                </span>
              </Fact>
            )}
          </>
        )}
        <p className="mt-1 text-13 text-muted">{t('withdrawals.ifRejected')}</p>
      </Part>
    </>
  )
}

/** That a flag stands, and why: one address funded several, or what somebody saw. */
function Flag({ userId }: { userId: string }) {
  const t = useText('console-waiting')
  const frame = useText('console')
  const reason = useTeamOf(userId).data?.flag ?? ''
  return (
    <p translate="no" className="py-1 text-15 break-words text-loss">
      {reason === '' ? t('withdrawals.flagged') : frame('named', { name: t('withdrawals.flagged'), value: reason })}
    </p>
  )
}

const statuses = ['pending_review', 'approved', 'review_rejected', 'cancelled', 'confirmed'] as const

/** What happened to it so far, and by whom. */
function Trail({ dossier }: { dossier: Dossier }) {
  const t = useText('console-waiting')
  return (
    <Part title={t('withdrawals.trail')}>
      <ul className="text-13">
        {dossier.timeline.map((step) => (
          <li key={`${step.at} ${step.code}${step.payout}${step.detail}`} className="flex flex-wrap justify-between gap-x-3 py-0.5">
            <Step step={step} />
            <span className="text-muted">
              {t(`withdrawals.actor.${step.actor}`)} · <Time at={step.at} plain />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** A step in words; one of the payout names its state and why. */
function Step({ step: { code, payout, detail } }: { step: Dossier['timeline'][number] }) {
  const t = useText('console-waiting')
  const { word, wordOf } = useWords()
  if (code !== '') return <span>{t(`withdrawals.step.${code}`)}</span>
  const state = wordOf('feminine', payout)
  return <span>{detail === '' ? t('withdrawals.payoutStep', { state }) : t('withdrawals.payoutStepBecause', { state, reason: word(detail) })}</span>
}
