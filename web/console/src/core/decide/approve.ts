import { serverNow } from '@kit/time/clock'
import { ApiError, codeProposalPending } from '@kit/api/faults'
import { isPending, isRejection } from '@kit/wallet/provider'
import { toast } from '@kit/ui/toast'
import { text } from '@kit/i18n/text'
import { call } from '../api/call'
import type { Me, Proposal } from '../contract/contract'
import { NotSigned, NoWallet, signText } from '../wallet/wallet'
import { accountWord, sayAccounts } from '../words/sayAccounts'

/** Has the person's wallet sign for what was shown, and approves with it. The hash of what was shown goes along, and the server refuses another. */
export async function approve(shown: Proposal, me: Me): Promise<Proposal> {
  // The answer brings the server's clock along.
  await call('hello', {}, { isQuiet: true, isBackground: true })
  const signedAt = serverNow()
  const signature = await signText(`${shown.approvalPhrase}${signedAt}`, me.address)
  return call('proposals/approve', { proposalId: shown.id, payloadHash: shown.payloadHash, signedAt, signature }, { isQuiet: true })
}

/** The proposal that is in the way of another one about the same; null where that is not what was refused. */
export function pendingOf(fault: unknown): string | null {
  if (!(fault instanceof ApiError) || fault.code !== codeProposalPending) return null
  return (fault.data as { proposalId?: string }).proposalId ?? null
}

/** Says why a decision did not come about; a "no" in the wallet is an answer and needs no words. */
export function tellFault(fault: unknown): void {
  const said = wordsOf(fault)
  if (said !== null) toast.error(said)
}

/** Why a decision did not come about, in words; null where the person said no in the wallet. */
export function wordsOf(fault: unknown): string | null {
  if (isRejection(fault)) return null
  if (fault instanceof NoWallet) return text('console', 'wallet.none')
  if (isPending(fault)) return text('console', 'wallet.busy')
  if (fault instanceof NotSigned) return text('console', 'wallet.unsigned')
  return fault instanceof ApiError ? sayAccounts(fault.message, accountWord) : text('console', 'unanswered')
}
