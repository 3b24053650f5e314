import { useState } from 'react'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { Segmented } from '@kit/ui/Segmented'
import { Sheet } from '@kit/ui/Sheet'
import { toast } from '@kit/ui/toast'
import { useCurrent, useExchange, useUsdt } from '../api'
import { decideExchange, exchangeMax, usdtOf, type Direction } from '../decideGame'

/** As wide as what most people hold: it keeps the place until that is known. */
const usualPoints = 10_000

interface ExchangeSheetProps {
  open: boolean
  /** So many points are missing for an entry; null where somebody just wants some. */
  needed: number | null
  onClose: () => void
}

/** Game points for USDT, and back: the way back is always open. */
export function ExchangeSheet({ open, needed, onClose }: ExchangeSheetProps) {
  const t = useText('game')
  const { money, owned } = useFigures()
  const points = useCurrent().data?.gamePoints
  const usdt = useUsdt()
  const [direction, setDirection] = useState<Direction>('in')
  const [typed, setTyped] = useState(needed === null ? '' : String(needed))
  const [amount, setAmount] = useState(needed)
  const [isPrompted, setIsPrompted] = useState(false)
  const write = (next: string, value: string | null) => {
    setIsPrompted(false)
    exchange.forgetRefusal()
    setTyped(next)
    setAmount(value === null ? null : Number(value))
  }
  const exchange = useExchange(() => {
    setTyped('')
    setAmount(null)
    toast.success(t('exchange.done'))
    // Back to the boxes, with what was chosen there.
    if (needed !== null) onClose()
  })
  const held = direction === 'in' ? usdt : points
  const have = direction === 'in' ? owned(usdt ?? '0', 'USDT') : owned(String(points ?? usualPoints), 'GP')
  const rule = direction === 'in' ? 'exchange.buyRule' : 'exchange.backRule'
  const isBusy = exchange.sending !== 'idle'
  const isUnanswered = exchange.sending === 'unanswered'
  // What is under way may have been taken from what is held already.
  const obstacle = isBusy ? null : decideExchange({ direction, amount, usdt, points })

  function press() {
    if (isUnanswered) exchange.sendAgain()
    else if (amount === null) setIsPrompted(true)
    else exchange.send({ direction, points: amount })
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('exchange.title')}
      footer={
        <Button kind="main" wide busy={exchange.sending === 'sending'} disabled={isBusy ? !isUnanswered : obstacle !== null} onClick={press}>
          {isUnanswered
            ? t('step.unanswered')
            : amount === null
              ? t(direction === 'in' ? 'exchange.buy' : 'exchange.back')
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
            of={['in', 'out']}
            nameOf={(one) => t(one === 'in' ? 'exchange.buy' : 'exchange.back')}
          />
          <AmountField
            label={t('exchange.points')}
            currency="GP"
            typed={typed}
            decimalsMax={0}
            onChange={write}
            problem={
              obstacle
                ? t(obstacle === 'short' ? 'exchange.short' : rule)
                : isPrompted && typed === ''
                  ? t(direction === 'in' ? 'prompt.purchase' : 'prompt.quantity')
                  : null
            }
            note={<span className={held === undefined ? 'invisible' : ''}>{t('have', { amount: have })}</span>}
            {...(direction === 'out' ? { maximum: points === undefined ? null : String(Math.min(points, exchangeMax)) } : {})}
          />
        </fieldset>
        {obstacle !== 'rule' && <p className="text-13 text-muted">{t(rule)}</p>}
        {exchange.refusal && <Alert>{exchange.refusal.message}</Alert>}
        {isUnanswered && <p className="text-13 text-muted">{t('exchange.unanswered')}</p>}
      </div>
    </Sheet>
  )
}
