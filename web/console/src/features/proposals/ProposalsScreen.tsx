import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Age } from '@kit/ui/Age'
import { approve } from '@console/decide/approve'
import { useDecision } from '@console/decide/useDecision'
import { useKept } from '@console/form/useKept'
import type { Proposal } from '@console/contract/contract'
import { DecisionKeys } from '@console/frame/Keys'
import { Screen } from '@console/frame/Screen'
import { Filters } from '@console/rows/Filters'
import { Rows } from '@console/rows/Rows'
import { useMe } from '@console/session/store'
import { useKindWords } from '@console/words/useKindWords'
import { useSold } from '@console/words/useSold'
import { useProposals } from './api'
import { barOf, kinds, leftOf, mayReject, soldBy } from './decideProposals'
import { ProposalPanel } from './ProposalPanel'

const states = ['pending', 'executed', 'rejected', 'expired'] as const

/** The proposals that wait for somebody else's signature. */
export function ProposalsScreen() {
  const t = useText('console-waiting')
  const words = useText('console')
  const me = useMe()
  const kindOf = useKindWords()
  const { list: listed } = useFigures()
  const { isSending: isSigning, decide } = useDecision()
  const { value: rejecting, keep: setRejecting } = useKept('proposals.rejecting', '')
  const list = useProposals([
    { name: 'state', label: t('proposals.filter.state'), values: states.map((state) => [state, t(`proposals.state.${state}`)] as const) },
    { name: 'forMe', label: t('proposals.filter.forMe'), isFlag: true, insteadOf: 'mine' },
    { name: 'mine', label: t('proposals.filter.mine'), isFlag: true, insteadOf: 'forMe' },
    { name: 'withoutQueues', label: t('proposals.filter.withoutQueues'), isFlag: true },
    { name: 'kind', label: t('proposals.filter.kind'), values: kinds.map((kind) => [kind, t(`proposals.kind.${kind}`)] as const) },
  ])
  const open = list.rows?.find(({ id }) => id === list.openKey) ?? list.away
  const shown = [...(list.rows ?? []), ...(open ? [open] : [])]
  const { nameOf } = useSold(shown.map(soldBy).filter((one) => one !== null))

  /** The sentence has the ids that are signed; above it stands what kind it is, and what or who is meant by name. */
  function titleOf(proposal: Proposal) {
    const thing = soldBy(proposal)
    return [kindOf(proposal.kind), thing ? nameOf(thing) : proposal.userName].filter((part) => part !== '').join(' · ')
  }

  /** What is signed was seen: one that is not open is opened first. */
  function approveShown(proposal: Proposal) {
    if (list.openKey !== proposal.id) return list.open(proposal.id)
    if (isSigning || barOf(proposal, me) !== null) return
    void decide(
      () => approve(proposal, me),
      () => list.goOn(proposal.id, null),
      ({ state }) => words(state === 'pending' ? 'said.signed' : 'said.approved', { what: proposal.sentence }),
    )
  }

  function reject(proposal: Proposal) {
    if (!mayReject(proposal, me)) return
    list.open(proposal.id)
    setRejecting(proposal.id)
  }

  return (
    <Screen
      title={t('proposals.title')}
      right={shown.some((proposal) => barOf(proposal, me) === null || mayReject(proposal, me)) && <DecisionKeys vetoes />}
      panel={
        open && (
          <ProposalPanel
            key={open.id}
            proposal={open}
            title={titleOf(open)}
            isSigning={isSigning}
            isRejecting={rejecting === open.id}
            onApprove={() => approveShown(open)}
            onReject={(isAsked) => setRejecting(isAsked ? open.id : null)}
            onClose={() => list.goOn(open.id, null)}
          />
        )
      }
    >
      <Filters list={list} />
      <Rows
        list={list}
        keyOf={({ id }) => id}
        nameOf={({ subject }) => subject}
        empty={{ title: t('proposals.empty.title'), hint: t('proposals.empty.hint') }}
        isDim={(proposal) => barOf(proposal, me) !== null}
        keys={{ a: (proposal) => approveShown(proposal), r: reject }}
        columns={[
          {
            title: t('proposals.column.what'),
            cell: (proposal) => (
              <>
                <span className="block font-semibold [overflow-wrap:anywhere]">{titleOf(proposal)}</span>
                <span className="line-clamp-3 [overflow-wrap:anywhere]">{proposal.sentence}</span>
                <span translate="no" className="block text-13 [overflow-wrap:anywhere] text-muted">
                  {proposal.makerName === '' ? proposal.reason : words('named', { name: proposal.makerName, value: proposal.reason })}
                </span>
                {proposal.approvals.length > 0 && (
                  <span className="block text-13 [overflow-wrap:anywhere] text-muted">
                    {words('named', { name: t('proposals.signed'), value: listed(proposal.approvals.map(({ name }) => name)) })}
                  </span>
                )}
              </>
            ),
          },
          { title: t('proposals.column.age'), isFigure: true, cell: (proposal) => <AgeOf proposal={proposal} /> },
          {
            title: t('proposals.column.approvals'),
            isFigure: true,
            cell: ({ approvals, approvalsNeeded }) => t('proposals.approvals', { given: approvals.length, needed: approvalsNeeded }),
          },
          { title: t('proposals.column.state'), cell: ({ state }) => t(`proposals.state.${states.find((one) => one === state) ?? 'pending'}`) },
        ]}
      />
    </Screen>
  )
}

/** How old a proposal is, and of one that waits in which time it ends. */
function AgeOf({ proposal: { createdAt, state, expireAt } }: { proposal: Proposal }) {
  const t = useText('console-waiting')
  const left = state === 'pending' ? leftOf(expireAt, serverNow()) : null
  return (
    <>
      <Age at={createdAt} />
      {left && <span className={`block text-13 ${left.isShort ? 'text-loss' : 'text-muted'}`}>{t(`proposals.left.${left.unit}`, { count: left.count })}</span>}
    </>
  )
}
