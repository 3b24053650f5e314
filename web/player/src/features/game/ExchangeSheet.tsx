import { useState } from 'react'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { Segmented } from '@kit/ui/Segmented'
import { Sheet } from '@kit/ui/Sheet'
import { toast } from '@kit/ui/toast'
import { useCurrent, useExchange } from './api'
import { usdtOf } from './decideGame'

type Direction = 'in' | 'out'

/** As wide as what most people hold: it keeps the place until that is known. */
const usualPoints = 10_000

/** Game points for USDT, and back: the way back is always open. */
export function ExchangeSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('game')
  const { money } = useFigures()
  const points = useCurrent().data?.gamePoints
  const [direction, setDirection] = useState<Direction>('in')
  const [typed, setTyped] = useState('')
  const [amount, setAmount] = useState<number | null>(null)
  const write = (next: string, value: string | null) => {
    setTyped(next)
    setAmount(value === null ? null : Number(value))
  }
  const exchange = useExchange(() => {
    write('', null)
    toast.success(t('exchange.done'))
  })
  const isBusy = exchange.sending !== 'idle'
  const isUnanswered = exchange.sending === 'unanswered'
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('exchange.title')}
      footer={
        <Button
          kind="main"
          wide
          busy={exchange.sending === 'sending'}
          disabled={isUnanswered ? false : amount === null || isBusy}
          onClick={() => (isUnanswered ? exchange.sendAgain() : amount !== null && exchange.send({ direction, points: amount }))}
        >
          {isUnanswered
            ? t('step.unanswered')
            : amount === null
              ? t('step.no_amount')
              : t(`exchange.${direction}`, { points: money(String(amount), 'GP'), usdt: money(usdtOf(amount), 'USDT') })}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-15">{t('exchange.about')}</p>
        <fieldset disabled={isBusy} className="contents">
          <Segmented<Direction>
            label={t('exchange.title')}
            value={direction}
            onChange={(next) => {
              setDirection(next)
              write('', null)
            }}
            options={[
              { value: 'in', label: t('exchange.buy') },
              { value: 'out', label: t('exchange.back') },
            ]}
          />
          <AmountField
            label={t('exchange.points')}
            currency="GP"
            typed={typed}
            decimalsMax={0}
            onChange={write}
            note={<span className={points === undefined ? 'invisible' : ''}>{t('exchange.have', { points: money(String(points ?? usualPoints), 'GP') })}</span>}
            {...(direction === 'out' ? { maximum: points === undefined ? null : String(points) } : {})}
          />
        </fieldset>
        <p className="text-13 text-muted">{t(direction === 'in' ? 'exchange.buyRule' : 'exchange.backRule')}</p>
        {isUnanswered && <p className="text-13 text-muted">{t('exchange.unanswered')}</p>}
      </div>
    </Sheet>
  )
}
