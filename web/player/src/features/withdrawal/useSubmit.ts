import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { connectedProvider, ourPhrase, signText } from '@core/session/connection'
import { useSession } from '@core/session/store'
import { withdrawalPhrase } from '@kit/signing/phrases'
import { toast } from '@kit/ui/toast'
import { useIsShown } from '@core/frame/useIsShown'
import { useWithdraw } from './api'
import { decideWallet, isToSignAgain, type WithdrawSending, type WalletObstacle } from './decideWithdraw'
import { statementText, type StatedWithdrawal } from './statement'

/** Why the sheet is still there, in words. */
type Note = WalletObstacle | 'sign_again' | 'unanswered'

interface SubmitEnds {
  /** It is submitted: what was typed for it is not typed for the next one, also where the sheet is closed by then. */
  onSubmitted: () => void
  onDone: (withdrawNo: string) => void
  onChanged: () => void
}

/**
 * Has the wallet sign the statement and submits it. Once signed, the same request is sent again until it has its answer,
 * also after a reload; a withdrawal is never submitted twice.
 */
export function useSubmit({ onSubmitted, onDone, onChanged }: SubmitEnds) {
  const t = useText('withdrawal')
  const isShown = useIsShown()
  const [isSigning, setIsSigning] = useState(false)
  const [spent, setSpent] = useState<string | null>(null)
  const [note, setNote] = useState<Exclude<Note, 'unanswered'> | null>(null)
  const order = useWithdraw({
    onDone: (made) => {
      onSubmitted()
      toast.success(t('successful'))
      if (isShown()) onDone(made.withdrawNo)
    },
    onRefused: (fault) => {
      if (isToSignAgain(fault)) setNote('sign_again')
      else if (isShown()) onChanged()
    },
  })

  async function submit(servers: string, withdrawal: StatedWithdrawal) {
    const obstacle = decideWallet({ isConnected: connectedProvider() !== null, own: useSession.getState().address, payee: withdrawal.address })
    setNote(obstacle)
    const phrase = obstacle ? null : ourPhrase(withdrawalPhrase, servers)
    if (phrase === null) return
    setIsSigning(true)
    const message = statementText(phrase, withdrawal)
    const signature = await signText(message, isShown)
    setIsSigning(false)
    // Who closed the sheet while the wallet was asked has changed their mind: a late signature is dropped.
    if (signature === null || !isShown()) return
    const { currency, network, quantity, requestId } = withdrawal
    setSpent(requestId)
    order.send({ currency, network, quantity, message, signature, requestId })
  }

  const isUnanswered = order.sending === 'unanswered'
  const sending: WithdrawSending = isSigning ? 'signing' : order.sending === 'sending' ? 'submitting' : isUnanswered ? 'unanswered' : 'idle'
  return {
    sending,
    note: isUnanswered ? ('unanswered' as const) : note,
    submit,
    /** Whether this statement was sent before: a second try needs another one. */
    isSpent: (withdrawal: StatedWithdrawal) => spent === withdrawal.requestId,
    sendAgain: order.sendAgain,
  }
}
