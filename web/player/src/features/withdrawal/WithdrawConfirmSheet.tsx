import { useState } from 'react'
import type { Decimal } from '@kit/amount/format'
import { freshRequestId } from '@core/command/pending'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Button } from '@kit/ui/Button'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { MaskedId } from '@kit/ui/MaskedId'
import { Sheet } from '@kit/ui/Sheet'
import { Alert } from '@kit/ui/Alert'
import type { NetworkTerms } from './contract'
import { isStale } from './decideWithdraw'
import { statementText, type StatedWithdrawal } from './statement'
import { useSubmit } from './useSubmit'

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
