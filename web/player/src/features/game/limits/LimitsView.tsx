import { useSheetOf } from '@core/frame/useSheet'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { AmountField } from '@kit/ui/AmountField'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { AmountFact, Facts } from '@kit/ui/Facts'
import { Icon } from '@kit/ui/Icon'
import { Skeletons } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Sheet } from '@kit/ui/Sheet'
import { Time } from '@kit/ui/Time'
import { Unreachable } from '@kit/ui/Unreachable'
import { toast } from '@kit/ui/toast'
import { useState } from 'react'
import { type LimitKind, useExclude, useProtection, useSetLimit } from '../api'
import type { Protection } from '../contract'
import { decideLimit, longerBreaks, raiseOf, type BreakKind, type Limit } from './decideLimits'

/** What protects the player, and what he may change of it. */
export function LimitsView() {
  const t = useText('game')
  const protection = useProtection()
  return (
    <Answer of={protection} waiting={<Skeletons heights={['60px', '320px', '320px', '300px']} className="flex flex-col gap-4" />}>
      {({ stake, loss, dayEndsAt, break: rest }) => (
        <PullToRefresh onRefresh={() => protection.refetch()}>
          <div className="flex flex-col gap-4">
            <p className="text-15">{t('limits.lead')}</p>
            <LimitCard kind="stake" limit={stake} />
            <LimitCard kind="loss" limit={loss} />
            <p className="text-13 text-muted">
              {t('limits.dayEnds')} <Time at={dayEndsAt} />
            </p>
            <Breaks rest={rest} />
            <p className="text-13 text-muted">{t('limits.evade')}</p>
          </div>
        </PullToRefresh>
      )}
    </Answer>
  )
}

/** Breaks from the game: the one that holds, and those that may be begun. */
function Breaks({ rest }: { rest: Protection['break'] }) {
  const t = useText('game')
  const { time } = useFigures()
  const sheet = useSheetOf('break')
  const kinds = longerBreaks(rest, serverNow())
  const asked = kinds.find((kind) => kind === sheet.value)
  return (
    <Card label={t('limits.break.title')}>
      <h2 className="text-16 font-semibold">{t('limits.break.title')}</h2>
      {rest && (
        <p className="mt-1 text-15 font-semibold">{rest.until === null ? t('limits.break.permanent') : t('limits.break.until', { time: time(rest.until) })}</p>
      )}
      <p className="mt-1 text-13 text-muted">{t('limits.break.lead')}</p>
      {rest && kinds.length > 0 && <p className="mt-2 text-15">{t('limits.break.longer')}</p>}
      {kinds.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {kinds.map((kind) => (
            <li key={kind}>
              <button type="button" onClick={() => sheet.open(kind)} className="press flex min-h-12 w-full items-center gap-3 text-left text-15">
                <span className="min-w-0 flex-1">{t(`limits.kind.${kind}`)}</span>
                <Icon name="forward" size={18} look="text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {asked && <ConfirmBreak kind={asked} onClose={sheet.close} />}
    </Card>
  )
}

/** The last word before a break, which nobody can take back. */
function ConfirmBreak({ kind, onClose }: { kind: BreakKind; onClose: () => void }) {
  const t = useText('game')
  const exclude = useExclude()
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('limits.confirm.title', { kind: t(`limits.kind.${kind}`) })}
      footer={
        <div className="flex flex-col gap-3">
          <Unreachable fault={exclude.error} />
          <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
            <Button kind="quiet" disabled={exclude.isPending} onClick={onClose}>
              {t('limits.confirm.stay')}
            </Button>
            <Button kind="danger" busy={exclude.isPending} onClick={() => exclude.mutate(kind, { onSuccess: () => onClose() })}>
              {t('limits.confirm.action')}
            </Button>
          </div>
        </div>
      }
    >
      <div className="flex flex-col gap-3 text-15">
        <p className="font-semibold">{t(kind === 'permanent' ? 'limits.confirm.forever' : 'limits.confirm.text')}</p>
        <p>{t('limits.confirm.rest')}</p>
      </div>
    </Sheet>
  )
}

/** One limit of a day: what holds, what is left, a raise that waits, and choosing another. */
function LimitCard({ kind, limit }: { kind: LimitKind; limit: Limit }) {
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
