import { formatAmount } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatPlain, formatTime, zoneName } from '@kit/time/zone'
import { Answer } from '@kit/ui/Answer'
import { Segmented } from '@kit/ui/Segmented'
import { Skeleton } from '@kit/ui/Skeleton'
import { type PointerEvent, useId, useMemo, useState } from 'react'
import { usePriceHistory } from './api'
import type { History, Span } from './contract'
import { drawHistory, endStyleOf, nearestTo, rangeOf } from './decideTrade'

const spans: readonly Span[] = ['day', 'week', 'month', 'year']

/** The price over time, as it really was; where nothing is known yet it says so. */
export function PriceHistory() {
  const t = useText('trade')
  const language = useLanguage()
  const [span, setSpan] = useState<Span>('day')
  const [pointed, setPointed] = useState<History['list'][number] | null>(null)
  // A point of one chart is none of another's.
  const choose = (next: Span) => {
    setSpan(next)
    setPointed(null)
  }
  const history = usePriceHistory(span)
  const price = (value: string) => formatAmount(value, language, { decimalsMin: 2 })
  // As tall as the caption of a chart, so that nothing moves when one comes.
  const room = (
    <p aria-hidden className="invisible mt-2 text-13">
      {t('chart.summary', { low: price('0.45'), high: price('0.55'), last: price('0.5'), zone: zoneName() })}
    </p>
  )
  const waiting = (
    <>
      <Skeleton width="100%" height="200px" />
      {room}
    </>
  )
  return (
    <section aria-label={t('chart.title')}>
      <Segmented label={t('chart.span')} value={span} onChange={choose} of={spans} nameOf={(one) => t(`span.${one}`)} />
      <div className="mt-3 min-h-50">
        <Answer of={history} waiting={waiting}>
          {({ list }) => {
            const range = rangeOf(list)
            if (!range) {
              return (
                <>
                  <p className="flex min-h-50 items-center justify-center text-center text-15 text-muted">{t('chart.empty')}</p>
                  {room}
                </>
              )
            }
            const summary = t('chart.summary', { low: price(range.low), high: price(range.high), last: price(range.last), zone: zoneName() })
            return (
              <figure>
                <p aria-hidden className="fig min-h-5 text-13">
                  {pointed && t('chart.point', { time: formatTime(pointed.at, language), price: price(pointed.close) })}
                </p>
                <div role="img" aria-label={summary}>
                  <Chart list={list} pointed={pointed} onPoint={setPointed} />
                </div>
                <figcaption className="mt-2 text-13 text-muted">{summary}</figcaption>
              </figure>
            )
          }}
        </Answer>
      </div>
    </section>
  )
}

const decimals = 4

interface ChartProps {
  list: History['list']
  /** The point under the pointer, or where a finger pressed. */
  pointed: History['list'][number] | null
  onPoint: (point: History['list'][number] | null) => void
}

/** Draws a history. A finger on it still scrolls the page. */
function Chart({ list, pointed, onPoint }: ChartProps) {
  const gradient = useId()
  const language = useLanguage()
  const { places, levels } = useMemo(() => drawHistory(list), [list])
  const place = pointed && places[list.indexOf(pointed)]
  const line = places.map(({ x, y }) => `${x} ${y}`).join('L')
  const [first, last] = [list[0], list.at(-1)]
  const ends = first && last ? endStyleOf(first.at, last.at) : 'clock'

  function point({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    onPoint(list[nearestTo(places, ((clientX - left) / width) * 100)] ?? null)
  }

  function leave({ pointerType }: PointerEvent) {
    // A finger leaves with each press, and what it pointed at stays to be read.
    if (pointerType === 'mouse') onPoint(null)
  }

  return (
    <div aria-hidden className="grid h-50 grid-cols-[minmax(0,1fr)_auto] grid-rows-[minmax(0,1fr)_auto] gap-x-2 text-11 text-muted">
      <div className="relative touch-pan-y" onPointerDown={point} onPointerMove={point} onPointerLeave={leave}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full overflow-visible">
          <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--brass)" stopOpacity="0.33" />
            <stop offset="1" stopColor="var(--brass)" stopOpacity="0" />
          </linearGradient>
          <g fill="none" vectorEffect="non-scaling-stroke">
            {levels.map(({ price, y }) => (
              <path key={price} d={`M0 ${y}H100`} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
            ))}
            {place && <path d={`M${place.x} 0V100`} stroke="var(--muted)" strokeDasharray="3 3" vectorEffect="non-scaling-stroke" />}
            <path d={`M${line}L${places.at(-1)?.x} 100L${places[0]?.x} 100Z`} fill={`url(#${gradient})`} />
            <path d={`M${line}`} stroke="var(--brass)" strokeWidth="2" strokeLinejoin="round" vectorEffect="non-scaling-stroke" />
          </g>
        </svg>
        {places.length === 1 && <Dot {...places[0]} />}
        {place && <Dot {...place} />}
      </div>
      <div className="fig relative">
        {levels.map(({ price, y }) => (
          <span key={price} className="absolute right-0 -translate-y-1/2" style={{ top: `${y}%` }}>
            {formatAmount(price.toFixed(decimals), language, { decimalsMin: decimals })}
          </span>
        ))}
        {/* As wide as the widest of them. */}
        <span className="invisible">{formatAmount((levels.at(-1)?.price ?? 0).toFixed(decimals), language, { decimalsMin: decimals })}</span>
      </div>
      <div className="fig flex flex-wrap justify-between gap-x-2 pt-1 whitespace-nowrap">
        {[first, list.length > 1 ? last : undefined].map((end) => end && <span key={end.at}>{formatPlain(end.at, language, ends)}</span>)}
      </div>
    </div>
  )
}

function Dot({ x = 50, y = 50 }: { x?: number; y?: number }) {
  return (
    <span
      className="pointer-events-none absolute size-2.5 -translate-1/2 rounded-full border-2 border-canvas bg-[var(--brass)]"
      style={{ left: `${x}%`, top: `${y}%` }}
    />
  )
}
