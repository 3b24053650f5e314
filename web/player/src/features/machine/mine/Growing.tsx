import { useRef, useState, type RefObject } from 'react'
import { useLanguage, useText } from '@kit/i18n/text'
import { useNow } from '@kit/time/useNow'
import { formatTime } from '@kit/time/zone'
import { Amount } from '@kit/ui/Amount'
import { Ring } from '@kit/ui/Ring'
import { Time } from '@kit/ui/Time'
import type { MyMachine } from '../contract'
import { decideUnderWay } from './decideUnderWay'

const tickMs = 1000

/** What grows each second, and stands still for who prefers less motion, and while its part is far from what is seen. */
function useUnderWay(machine: MyMachine, part?: RefObject<Element | null>) {
  return decideUnderWay(machine, useNow(matchMedia('(prefers-reduced-motion: reduce)').matches ? null : tickMs, part))
}

/** The interest that a machine has earned since its last one, beside a ring that fills until it is posted. */
export function Growing({ machine }: { machine: MyMachine }) {
  const t = useText('machine')
  const underWay = useUnderWay(machine)
  if (!underWay) return null
  return (
    <div className="flex items-center gap-3 text-15">
      <Ring share={underWay.share} tone="gain" />
      <p className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-muted">{t('mine.growing.label')}</span>
          <span>
            ≈ <Amount value={underWay.grown} currency="USDT" decimalsMin={8} decimalsMax={8} own />
          </span>
        </span>
        <span className="block text-13 text-muted">
          {t('mine.growing.posted')} <Amount value={underWay.posted} currency="USDT" own /> · <Time at={underWay.postedAt} />
        </span>
      </p>
    </div>
  )
}

/** The same in a line of the list. What changes each second is no part of the row's name. */
export function GrowingLine({ machine }: { machine: MyMachine }) {
  const t = useText('machine')
  const line = useRef<HTMLSpanElement>(null)
  const underWay = useUnderWay(machine, line)
  if (!underWay) return null
  return (
    <span ref={line} aria-hidden className="mt-1.5 flex items-center gap-1.5 text-13">
      <Ring share={underWay.share} tone="gain" />
      <span className="min-w-0">
        <span className="text-muted">{t('mine.growing.row')} ≈</span> <Amount value={underWay.grown} currency="USDT" decimalsMin={6} decimalsMax={6} own />
      </span>
    </span>
  )
}

/** In its first day a machine has no interest to show, but when the first one comes. */
export function FirstDay({ machine }: { machine: MyMachine }) {
  const t = useText('machine')
  const language = useLanguage()
  const underWay = useUnderWay(machine)
  if (!underWay?.isFirst) return null
  return <>{t('mine.growing.first', { since: formatTime(machine.startAt, language), due: formatTime(underWay.postedAt, language) })}</>
}

/** Money that lights up for a moment when it becomes more while it is looked at. */
export function Landing({ value }: { value: string }) {
  const [first] = useState(value)
  return (
    <span key={value} className={value === first ? '' : 'landed'}>
      <Amount value={value} currency="USDT" own />
    </span>
  )
}
