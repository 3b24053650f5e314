import { useState } from 'react'
import { formatAmount } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatTime, zoneName } from '@kit/time/zone'
import { Answer } from '@kit/ui/Answer'
import { Segmented } from '@kit/ui/Segmented'
import { Skeleton } from '@kit/ui/Skeleton'
import { usePriceHistory } from './api'
import { Chart } from './Chart'
import type { History, Span } from './contract'
import { rangeOf } from './decideTrade'

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
      <Segmented label={t('chart.span')} value={span} onChange={choose} options={spans.map((one) => ({ value: one, label: t(`span.${one}`) }))} />
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
