import { freshRequestId } from '@core/command/pending'
import { useIsShown } from '@core/frame/useIsShown'
import { connectedProvider, ourPhrase, signText } from '@core/session/connection'
import { useSession } from '@core/session/store'
import type { Decimal } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { withdrawalPhrase } from '@kit/signing/phrases'
import { serverNow } from '@kit/time/clock'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { MaskedId } from '@kit/ui/MaskedId'
import { Sheet } from '@kit/ui/Sheet'
import { toast } from '@kit/ui/toast'
import { useState } from 'react'
import { useWithdraw } from './api'
import type { NetworkTerms } from './contract'
import { decideWallet, isStale, isToSignAgain, type WalletObstacle, type WithdrawSending } from './decideWithdraw'
import { statementText, type StatedWithdrawal } from './statement'

interface WithdrawConfirmSheetProps {
  /** The terms as the server answered for this quantity. */
  terms: NetworkTerms
  quantity: Decimal
  /** Where it goes, and how statements begin, as the server says. */
  address: string
  phrase: string
  onClose: () => void
  onSubmitted: () => void
  onDone: (withdrawNo: string) => void
}

/** The withdrawal once more, to the letter that the wallet signs. Nothing here changes but the time of the statement. */
export function WithdrawConfirmSheet({ terms, quantity, address, phrase, onClose, onSubmitted, onDone }: WithdrawConfirmSheetProps) {
  const t = useText('withdrawal')
  const [withdrawal, setWithdrawal] = useState<StatedWithdrawal>(() =>
    fresh({ quantity, currency: terms.currency, network: terms.network, fee: terms.fee, arrival: terms.arrival ?? '', address }),
  )
  const submission = useSubmit({ onSubmitted, onDone, onChanged: onClose })
  const { sending } = submission

  function go() {
    if (sending === 'unanswered') {
      submission.sendAgain()
      return
    }
    const current = isStale(withdrawal.atMs, serverNow()) || submission.isSpent(withdrawal) ? fresh(withdrawal) : withdrawal
    setWithdrawal(current)
    void submission.submit(phrase, current)
  }

  const isBusy = sending === 'signing' || sending === 'submitting'
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('confirm.title')}
      footer={
        <div className="flex flex-col gap-2">
          {submission.note && (
            <Alert tone="plain" size={13}>
              {t(`note.${submission.note}`)}
            </Alert>
          )}
          <Button kind="main" wide busy={isBusy} onClick={go}>
            {t(`confirm.${sending}`)}
          </Button>
        </div>
      }
    >
      <Facts>
        <AmountFact name={t('quantity')} value={withdrawal.quantity} currency={withdrawal.currency} />
        <AmountFact name={t('fee')} value={withdrawal.fee} currency={withdrawal.currency} decimalsMin={0} />
        <AmountFact name={t('arrival')} value={withdrawal.arrival} currency={withdrawal.currency} strong />
        <Fact name={t('network')}>
          <span className="whitespace-nowrap">{withdrawal.network}</span>
        </Fact>
        <Fact name={t('toWallet')}>
          <MaskedId id={withdrawal.address} />
        </Fact>
      </Facts>
      <h3 className="mt-4 text-15 font-semibold">{t('confirm.statement')}</h3>
      <pre className="mt-2 rounded-field border border-line bg-sunk p-3 font-sans text-15 break-words whitespace-pre-wrap" lang="en" translate="no">
        {statementText(phrase, withdrawal)}
      </pre>
      <p className="mt-2 text-13 text-muted">{t('confirm.compare')}</p>
      <p className="mt-2 text-15">{t('confirm.final')}</p>
    </Sheet>
  )
}

/** A new statement about the same withdrawal: its request id and its time are single use. */
function fresh(withdrawal: Omit<StatedWithdrawal, 'requestId' | 'atMs'>): StatedWithdrawal {
  return { ...withdrawal, requestId: freshRequestId(), atMs: serverNow() }
}

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
function useSubmit({ onSubmitted, onDone, onChanged }: SubmitEnds) {
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
