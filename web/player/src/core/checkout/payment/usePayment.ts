import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useText } from '@kit/i18n/text'
import { useIsAsking } from '../../deposit/askOnce'
import { useIsMissing } from '../../session/useIsMissing'
import { useTxOutcome } from '../../session/useTxOutcome'
import { toast } from '@kit/ui/toast'
import { answers } from '../../session/cache'
import { useProgress, useSubmission } from './api'
import { decidePayment, isOver, isSame } from './decidePayment'
import { payWithWallet } from './payWithWallet'
import { forgetSent, giveUp, useSent } from './sent'

/** Follows one payment: the server's progress, what became of what the wallet sent, and paying with the wallet. */
export function usePayment(intentNo: string) {
  const t = useText('checkout')
  const progress = useProgress(intentNo)
  const { sent, givenUp } = useSent(intentNo)
  const isAsking = useIsAsking(intentNo)
  const state = progress.data?.state
  const isOpen = state !== undefined && !isOver(state)
  const mined = useTxOutcome(sent?.hash ?? null, isOpen)
  useSubmission(intentNo, sent?.hash ?? null, isOpen && (!progress.data?.txHash || isSame(progress.data.txHash, givenUp)))
  const view = progress.data ? decidePayment({ progress: progress.data, sent, mined, givenUp }) : null
  const isMissing = useIsMissing(view?.face === 'sent' ? view.hash : null, sent?.hash && view?.hash && isSame(sent.hash, view.hash) ? sent.atMs : undefined)
  const pay = useMutation({
    mutationFn: payWithWallet,
    onSuccess: (outcome) => {
      if (outcome.kind === 'refused' || outcome.kind === 'no_gas') toast.error(t('failed'))
      if (outcome.kind === 'no_wallet') toast.error(t('noWallet'))
    },
  })

  const revertedHash = useRef<string | null>(null)
  useEffect(() => {
    if (mined !== 'reverted' || !sent?.hash || revertedHash.current === sent.hash) return
    revertedHash.current = sent.hash
    toast.error(t('failed'))
  }, [mined, sent, t])

  const before = useRef(state)
  useEffect(() => {
    const was = before.current
    before.current = state
    if (state === undefined || !isOver(state)) return
    forgetSent(intentNo)
    if (was === undefined || isOver(was)) return
    if (state === 'paid') toast.success(t('successful'))
    void answers.invalidateQueries()
  }, [intentNo, state, t])

  return {
    progress,
    view,
    mined,
    isMissing,
    pay: pay.mutate,
    isAsking,
    hasNoGas: pay.data?.kind === 'no_gas',
    /** The person says that the transaction did not go out. */
    giveUp: () => view?.hash && giveUp(intentNo, view.hash),
  }
}
