import { useText } from '@kit/i18n/text'
import type { Proposal } from '@console/contract/contract'
import { kindOf } from './decideProposals'

/** What a proposal does, in words, and whom or what it is about. */
export function Sentence({ proposal }: { proposal: Proposal }) {
  const t = useText('console-proposals')
  const kind = kindOf(proposal)
  return (
    <>
      {kind === null ? proposal.kind : t(`kind.${kind}`)}: <span translate="no">{proposal.subject}</span>
    </>
  )
}
