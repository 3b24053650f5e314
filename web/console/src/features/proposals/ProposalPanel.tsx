import { Link } from 'react-router'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Time } from '@kit/ui/Time'
import type { Proposal } from '@console/contract/contract'
import { act } from '@console/acts/act'
import { Acts } from '@console/acts/Acts'
import { AuditTrail } from '@console/audit/Trail'
import { Changes } from '@console/decide/Changes'
import { SecondLook } from '@console/decide/SecondLook'
import { WalletText } from '@console/decide/WalletText'
import { Key } from '@console/frame/Key'
import { Fact, Panel, Part } from '@console/frame/Panel'
import { Reason } from '@console/queue/Reason'
import { ReasonForm } from '@console/queue/ReasonForm'
import { RecordFacts } from '@console/records/RecordFacts'
import { decidersOf } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { Answer } from '@console/frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { TrialParts } from '@console/decide/TrialParts'
import { rejectProposal, useTrial } from './api'
import { useSold, type Sold } from '@console/words/useSold'
import { Staff } from '@console/words/Staff'
import { useWords } from '@console/words/useWords'
import { addressOfSold, barOf, calledBy, mayReject, soldBy } from './decideProposals'

interface ProposalPanelProps {
  proposal: Proposal
  /** Its kind, and what or who is meant by name. */
  title: string
  isSigning: boolean
  isRejecting: boolean
  onApprove: () => void
  onReject: (isAsked: boolean) => void
  onClose: () => void
}

/** One proposal: its sentence, before and after, who decides, and what the wallet has to show. */
export function ProposalPanel({ proposal, title, isSigning, isRejecting: isBegun, onApprove, onReject, onClose }: ProposalPanelProps) {
  const t = useText('console-waiting')
  const roles = useText('console')
  const me = useMe()
  const { list } = useFigures()
  const bar = barOf(proposal, me)
  const mayClose = mayReject(proposal, me)
  // What somebody else decided meanwhile is not rejected any more.
  const isRejecting = isBegun && mayClose
  const thing = soldBy(proposal)
  return (
    <Panel
      label={t('proposals.panel')}
      title={title}
      note={<Time at={proposal.createdAt} plain />}
      onClose={onClose}
      actions={
        <>
          {bar !== null && <p className="w-full text-15 text-muted">{t(`proposals.bar.${bar}`)}</p>}
          {bar === null && !isRejecting && (
            <Button kind="main" size="small" busy={isSigning} onClick={onApprove}>
              {t('proposals.approve')} <Key name="a" />
            </Button>
          )}
          {mayClose && !isRejecting && (
            <Button kind="danger" size="small" onClick={() => onReject(true)}>
              {t(proposal.makerId === me.id ? 'proposals.takeBack' : 'proposals.reject')} <Key name="r" />
            </Button>
          )}
        </>
      }
    >
      <p data-sentence className="mb-4 text-15 [overflow-wrap:anywhere]">
        {proposal.sentence}
      </p>
      <Reason title={t('proposals.reason')}>
        <span translate="no">{proposal.reason}</span>
      </Reason>
      {isRejecting && (
        <ReasonForm
          name={proposal.id}
          label={t('proposals.rejectReason')}
          action={t('proposals.rejectAction')}
          send={(said) => rejectProposal(proposal, said)}
          said={roles('said.closed', { what: proposal.sentence })}
          onDone={onClose}
          onCancel={() => onReject(false)}
        />
      )}
      {/* It is compared before each signature: it stands where nobody has to scroll. */}
      {bar === null && <WalletText phrase={proposal.approvalPhrase} />}
      {thing && <SoldThing thing={thing} />}
      <RecordFacts record={proposal} shape={proposal.userId === '' ? [] : [['userId', 'person']]} />
      <Changes of={proposal} />
      <Part title={t('proposals.who')}>
        <Fact name={t('proposals.maker')}>
          {proposal.makerId === '' ? t('proposals.byProgram') : <Staff name={proposal.makerName} id={proposal.makerId} />}
        </Fact>
        {proposal.approvals.map(({ staffId, name, at }) => (
          <Fact key={staffId} name={t('proposals.signed')}>
            <Staff name={name} id={staffId} />
            <span className="block text-13 text-muted">
              <Time at={at} plain />
            </span>
          </Fact>
        ))}
        <Fact name={t('proposals.deciders')}>{list(decidersOf(proposal.kind).map((role) => roles(`role.${role}`)))}</Fact>
        <Fact name={t('proposals.column.approvals')}>{t('proposals.approvals', { given: proposal.approvals.length, needed: proposal.approvalsNeeded })}</Fact>
        {proposal.state === 'pending' ? (
          <Fact name={t('proposals.until')}>
            <Time at={proposal.expireAt} plain />
          </Fact>
        ) : (
          <>
            {proposal.closedBy !== '' && (
              <Fact name={t('proposals.closedBy')}>
                <Staff name={proposal.closedByName} id={proposal.closedBy} />
              </Fact>
            )}
            {proposal.closeReason !== '' && (
              <Fact name={t('proposals.closeReason')}>
                <span translate="no">{proposal.closeReason}</span>
              </Fact>
            )}
          </>
        )}
      </Part>
      {proposal.state === 'pending' && <Trial proposalId={proposal.id} />}
      {proposal.state === 'pending' && <SecondLook proposalId={proposal.id} />}
      {proposal.kind === 'backend_debit' && proposal.state === 'executed' && <Acts acts={[act('users/debitBack', { debitId: proposal.id })]} />}
      <AuditTrail of={{ subject: proposal.id }} />
    </Panel>
  )
}

/** What it is called that is sold, with the way to all that is known of it. */
function SoldThing({ thing }: { thing: Sold }) {
  const { label } = useWords()
  const name = useSold([thing]).nameOf(thing)
  return (
    <Fact name={label(calledBy(thing))}>
      <Link to={addressOfSold(thing)} translate="no" className="underline underline-offset-4">
        {name}
      </Link>
    </Fact>
  )
}

/** What an approval of a proposal that waits would do now. */
function Trial({ proposalId }: { proposalId: string }) {
  return (
    <Answer of={useTrial(proposalId)} waiting={<Skeleton height="120px" />}>
      {(trial) => <TrialParts trial={trial} />}
    </Answer>
  )
}
