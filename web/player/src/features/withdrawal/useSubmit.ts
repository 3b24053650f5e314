import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Params } from '@kit/api/contract'
import { EarlierCommandError, isUnanswered } from '@core/command/pending'
import { useText } from '@kit/i18n/text'
import { useCommand } from '@core/command/useCommand'
import { connectedProvider, signText } from '@core/session/session'
import { useSession } from '@core/session/store'
import { toast } from '@kit/ui/toast'
import { decideWallet, isToSignAgain, type Sending, type WalletObstacle } from './decideWithdraw'
import { statementText, type Wish } from './statement'

type Signed = Params<'/api/userAccount/withdraw'>

/** Why the sheet is still there, in words. */
type Note = WalletObstacle | 'sign_again' | 'unanswered'

/**
 * Has the wallet sign the statement and submits it. Once signed, the same request is asked again until it has its answer,
 * also after a reload; a withdrawal is never submitted twice.
 */
export function useSubmit(onDone: (withdrawNo: string) => void, onChanged: () => void) {
  const t = useText('withdrawal')
  const answers = useQueryClient()
  const command = useCommand()
  const [sending, setSending] = useState<Sending>('idle')
  const [signed, setSigned] = useState<Signed | null>(null)
  const [note, setNote] = useState<Note | null>(null)

  async function submit(phrase: string, wish: Wish) {
    setNote(null)
    const obstacle = decideWallet({ isConnected: connectedProvider() !== null, own: useSession.getState().address, payee: wish.address })
    if (obstacle) {
      setNote(obstacle)
      return
    }
    setSending('signing')
    const message = statementText(phrase, wish)
    const signature = await signText(message)
    if (signature === null) {
      setSending('idle')
      return
    }
    const { currency, network, quantity, requestId } = wish
    await send({ currency, network, quantity, message, signature, requestId })
  }

  async function send(request: Signed) {
    setSigned(request)
    setSending('submitting')
    setNote(null)
    try {
      const made = await command.run('/api/userAccount/withdraw', request)
      toast.success(t('successful'))
      onDone(made.withdrawNo)
    } catch (fault) {
      takeFault(fault)
    }
    void answers.invalidateQueries()
  }

  function takeFault(fault: unknown) {
    if (!(fault instanceof EarlierCommandError) && isUnanswered(fault)) {
      setSending('unanswered')
      setNote('unanswered')
      return
    }
    setSending('idle')
    if (isToSignAgain(fault)) setNote('sign_again')
    else onChanged()
  }

  return {
    sending,
    note,
    submit,
    /** Whether this statement was sent before: a second try needs another one. */
    isSpent: (wish: Wish) => signed?.requestId === wish.requestId,
    askAgain: () => (signed ? send(signed) : Promise.resolve()),
  }
}
