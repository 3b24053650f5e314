import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount, type Decimal } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatTime } from '@kit/time/zone'
import { Unreachable } from '@kit/ui/Unreachable'
import { Answer } from '@kit/ui/Answer'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { Sheet } from '@kit/ui/Sheet'
import { endAlert, setAlert, useAlerts, type Alerts } from './api'

/** What the user wants to be told of: a quantity, and what the funded bids are to bring for it. */
export function AlertsSheet({ onClose }: { onClose: () => void }) {
  const t = useText('notice')
  const answer = useAlerts()
  const act = useMutation({
    mutationFn: async (run: () => Promise<unknown>) => {
      await run()
      await answer.refetch()
    },
    // Without an answer it may be done all the same.
    onError: () => void answer.refetch(),
  })
  return (
    <Sheet open onClose={onClose} title={t('alerts.title')}>
      <p className="mb-4 text-15 text-muted">{t('alerts.text')}</p>
      <AlertForm isBusy={act.isPending} onSet={(quantity, target, onDone) => act.mutate(() => setAlert({ quantity, target }), { onSuccess: onDone })} />
      <div className="mt-3 empty:mt-0">
        <Unreachable fault={act.error} />
      </div>
      {/* One line has its place at once, so that the sheet does not move when it comes. */}
      <div className="mt-5 min-h-14 border-t border-line pt-3">
        <Answer of={answer} waiting={null}>
          {({ list }) =>
            list.length === 0 ? (
              <p className="text-15 text-muted">{t('alerts.none')}</p>
            ) : (
              <ul className="-mt-3 divide-y divide-line">
                {list.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} isBusy={act.isPending} onEnd={() => act.mutate(() => endAlert(alert.id))} />
                ))}
              </ul>
            )
          }
        </Answer>
      </div>
    </Sheet>
  )
}

function AlertForm({ isBusy, onSet }: { isBusy: boolean; onSet: (quantity: Decimal, target: Decimal, onDone: () => void) => void }) {
  const t = useText('notice')
  const [quantity, setQuantity] = useState<{ typed: string; value: Decimal | null }>({ typed: '', value: null })
  const [target, setTarget] = useState<{ typed: string; value: Decimal | null }>({ typed: '', value: null })

  function send() {
    if (quantity.value === null || target.value === null) return
    onSet(quantity.value, target.value, () => {
      setQuantity({ typed: '', value: null })
      setTarget({ typed: '', value: null })
    })
  }

  return (
    <div className="flex flex-col gap-3">
      <AmountField label={t('alerts.quantity')} currency="ETLD" typed={quantity.typed} onChange={(typed, value) => setQuantity({ typed, value })} />
      <AmountField label={t('alerts.target')} currency="USDT" typed={target.typed} onChange={(typed, value) => setTarget({ typed, value })} />
      <Button kind="main" wide busy={isBusy} disabled={quantity.value === null || target.value === null} onClick={send}>
        {t('alerts.set')}
      </Button>
    </div>
  )
}

/** One of them: what is waited for, and until when, or what became of it. */
function AlertRow({ alert, isBusy, onEnd }: { alert: Alerts['list'][number]; isBusy: boolean; onEnd: () => void }) {
  const t = useText('notice')
  const language = useLanguage()
  const usdt = (value: Decimal) => formatAmount(value, language, { currency: 'USDT' })
  const wanted = t('alerts.wanted', { quantity: formatAmount(alert.quantity, language, { currency: 'ETLD' }), target: usdt(alert.target) })
  const ended = formatTime(alert.endedAt, language)
  const became = {
    open: t('alerts.open', { time: formatTime(alert.expireAt, language) }),
    reached: t('alerts.reached', { net: usdt(alert.net), time: ended }),
    ended: t('alerts.ended', { time: ended }),
    expired: t('alerts.expired', { time: ended }),
  }[alert.state]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-15 break-words">{wanted}</p>
        <p className="text-13 break-words text-muted">{became}</p>
      </div>
      {alert.state === 'open' && (
        <Button size="small" kind="quiet" busy={isBusy} onClick={onEnd} aria-label={t('alerts.endOf', { wanted })}>
          {t('alerts.end')}
        </Button>
      )}
    </li>
  )
}
