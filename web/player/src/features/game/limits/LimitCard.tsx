import { useState } from 'react'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { AmountFact, Facts } from '@kit/ui/Facts'
import { toast } from '@kit/ui/toast'
import { Unreachable } from '@kit/ui/Unreachable'
import { useSetLimit, type LimitKind } from '../api'
import { decideLimit, raiseOf, type Limit } from './decideLimits'

/** One limit of a day: what holds, what is left, a raise that waits, and choosing another. */
export function LimitCard({ kind, limit }: { kind: LimitKind; limit: Limit }) {
  const t = useText('game')
  const { money, time } = useFigures()
  const [typed, setTyped] = useState('')
  const [value, setValue] = useState<number | null>(null)
  const [isPrompted, setIsPrompted] = useState(false)
  const set = useSetLimit(kind)
  const write = (next: string, amount: string | null) => {
    setTyped(next)
    setValue(amount === null ? null : Number(amount))
  }
  const step = decideLimit(limit, value)
  const raise = raiseOf(limit, serverNow())
  const gp = (points: number) => money(String(points), 'GP')
  const send = (points: number, done: 'lower' | 'raise' | 'confirm' | 'drop') =>
    set.mutate(points, {
      onSuccess: () => {
        write('', null)
        toast.success(t(`limits.done.${done}`))
      },
    })

  function press() {
    if (step === 'no_amount') setIsPrompted(true)
    else if ((step === 'lower' || step === 'raise') && value !== null) send(value, step)
  }

  return (
    <Card label={t(`limits.title.${kind}`)}>
      <h2 className="text-16 font-semibold">{t(`limits.title.${kind}`)}</h2>
      <Facts>
        <AmountFact name={t('limits.now')} value={String(limit.limit)} currency="GP" strong />
        <AmountFact name={t(`limits.used.${kind}`)} value={String(limit.used)} currency="GP" />
        <AmountFact name={t('limits.rest')} value={String(limit.rest)} currency="GP" />
      </Facts>
      {raise && (
        <div className="mt-2 flex flex-col gap-3 rounded-field border border-[var(--brass)] p-3">
          <p className="text-15">{raise.isReady ? t('limits.raise.ready', { amount: gp(raise.to) }) : t('limits.raise.waiting', { amount: gp(raise.to) })}</p>
          {raise.isReady ? (
            <Button wide busy={set.isPending} onClick={() => send(raise.to, 'confirm')}>
              {t('limits.raise.confirm', { amount: gp(raise.to) })}
            </Button>
          ) : (
            <p className="text-13 text-muted">{t('limits.raise.from', { time: time(raise.from) })}</p>
          )}
          <Button kind="quiet" size="small" busy={set.isPending} onClick={() => send(limit.limit, 'drop')}>
            {t('limits.raise.drop')}
          </Button>
        </div>
      )}
      <div className="mt-3 flex flex-col gap-3">
        <AmountField
          label={t('limits.field')}
          currency="GP"
          typed={typed}
          decimalsMax={0}
          takesZero
          onChange={write}
          note={t('limits.most', { amount: gp(limit.most) })}
          problem={step === 'too_high' ? t('limits.most', { amount: gp(limit.most) }) : isPrompted && typed === '' ? t('limits.prompt') : null}
        />
        {value === 0 && step !== 'same' && <p className="text-13 text-muted">{t('limits.zeroNote')}</p>}
        {step === 'raise' && <p className="text-13 text-muted">{t(raise ? 'limits.raiseAgainNote' : 'limits.raiseNote')}</p>}
        <Button wide busy={set.isPending} disabled={step !== 'lower' && step !== 'raise' && step !== 'no_amount'} onClick={press}>
          {t(`limits.step.${step}`, { amount: gp(value ?? 0) })}
        </Button>
        <Unreachable fault={set.error} />
      </div>
    </Card>
  )
}
