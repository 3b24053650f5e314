import { AreaSeries, createChart, type MouseEventParams, type IChartApi, type ISeriesApi, type UTCTimestamp } from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import { formatAmount } from '@kit/amount/format'
import { localeOf } from '@kit/i18n/language'
import { useLanguage } from '@kit/i18n/text'
import { zoneName } from '@kit/time/zone'
import { useTheme } from '@kit/ui/theme'
import type { History } from './contract'
import { chartPoints, offsetOf } from './decideTrade'

const heightPx = 200
const decimals = 4

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

function paint(chart: IChartApi, series: ISeriesApi<'Area'>): void {
  chart.applyOptions({
    layout: { background: { color: 'transparent' }, textColor: colour('--muted'), attributionLogo: false },
    grid: { vertLines: { visible: false }, horzLines: { color: colour('--line') } },
  })
  series.applyOptions({ lineColor: colour('--brass'), topColor: `${colour('--brass')}55`, bottomColor: `${colour('--brass')}00`, lineWidth: 2 })
}

interface ChartProps {
  list: History['list']
  /** The point under the pointer, or where a finger pressed; null where it left. */
  onPoint: (point: History['list'][number] | null) => void
}

/** Draws a history. The page does not scroll or zoom it, so that a finger on it still scrolls the page. */
export function Chart({ list, onPoint }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ chart: IChartApi; series: ISeriesApi<'Area'> } | null>(null)
  const language = useLanguage()
  const theme = useTheme()
  useEffect(() => {
    if (!place.current) return
    const chart = createChart(place.current, {
      height: heightPx,
      autoSize: true,
      handleScroll: false,
      handleScale: false,
      localization: {
        locale: localeOf(language),
        priceFormatter: (price: number) => formatAmount(price.toFixed(decimals), language, { decimalsMin: decimals }),
      },
      timeScale: { timeVisible: true, secondsVisible: false, borderVisible: false },
      rightPriceScale: { borderVisible: false },
      layout: { attributionLogo: false },
    })
    const series = chart.addSeries(AreaSeries, { priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals }, priceLineVisible: false })
    drawn.current = { chart, series }
    return () => {
      drawn.current = null
      chart.remove()
    }
  }, [language])
  useEffect(() => {
    if (drawn.current) paint(drawn.current.chart, drawn.current.series)
  }, [theme, language])
  useEffect(() => {
    drawn.current?.series.setData(chartPoints(list, offsetOf(zoneName())).map((point) => ({ ...point, time: point.time as UTCTimestamp })))
    drawn.current?.chart.timeScale().fitContent()
  }, [list, language])
  useEffect(() => {
    const chart = drawn.current?.chart
    if (!chart) return
    const tell = ({ logical }: MouseEventParams) => onPoint(logical === undefined ? null : (list[logical] ?? null))
    chart.subscribeCrosshairMove(tell)
    chart.subscribeClick(tell)
    return () => {
      // After a change of language the chart is another one.
      if (drawn.current?.chart !== chart) return
      chart.unsubscribeCrosshairMove(tell)
      chart.unsubscribeClick(tell)
    }
  }, [list, language, onPoint])
  return <div ref={place} className="h-50 w-full" />
}
