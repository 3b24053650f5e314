import { Suspense, useState } from 'react'
import { Link } from '@core/frame/links'
import { late } from '@core/frame/late'
import { useText } from '@kit/i18n/text'
import { ListSkeleton } from '@kit/ui/Loading'
import { Screen } from '@core/frame/Screen'
import { TradeTabs } from '@core/frame/TradeTabs'
import { useSearchState } from '@core/frame/useSearchState'
import { useSheet, useSheetOf } from '@core/frame/useSheet'
import { ExchangeSheet } from './play/ExchangeSheet'
import { FairnessSheet } from './play/FairnessSheet'
import { PlayView } from './play/PlayView'
import { RoundSheet } from './round/RoundSheet'
import './game.css'

const HistoryView = late(() => import('./record/HistoryView').then((module) => module.HistoryView))
const RecordView = late(() => import('./record/RecordView').then((module) => module.RecordView))
const LimitsView = late(() => import('./limits/LimitsView').then((module) => module.LimitsView))

/** The game: the round of this moment, the rounds of everybody, and the player's own. */
export function BoxScreen() {
  const t = useText('game')
  const [search] = useSearchState()
  const round = useSheetOf('period')
  const fairness = useSheet('fairness')
  const exchange = useSheet('exchange')
  const view = search.get('view')
  const [needed, setNeeded] = useState<number | null>(null)
  // However it was closed: the next one who opens it may need nothing.
  const [wasOpen, setWasOpen] = useState(exchange.isOpen)
  if (wasOpen !== exchange.isOpen) {
    setWasOpen(exchange.isOpen)
    if (!exchange.isOpen) setNeeded(null)
  }
  const sheets = (
    <>
      {round.value !== null && <RoundSheet period={round.value} onClose={round.close} />}
      <ExchangeSheet key={needed} open={exchange.isOpen} needed={needed} onClose={exchange.close} />
      <FairnessSheet open={fairness.isOpen} onClose={fairness.close} />
    </>
  )
  if (view === 'history' || view === 'record') {
    const isHistory = view === 'history'
    return (
      <Screen key={view} title={t(`${view}.title`)}>
        <Suspense fallback={isHistory ? <ListSkeleton rows={6} height="52px" /> : <ListSkeleton rows={5} height="66px" />}>
          {isHistory ? <HistoryView onOpen={round.open} /> : <RecordView onOpen={round.open} />}
        </Suspense>
        {sheets}
      </Screen>
    )
  }
  if (view === 'limits') {
    return (
      <Screen key={view} title={t('limits.title')}>
        <Suspense fallback={<ListSkeleton rows={4} height="240px" />}>
          <LimitsView />
        </Suspense>
      </Screen>
    )
  }
  const record = (
    <Link to="/trade?tab=box&view=record" className="inline-flex min-h-11 items-center rounded-field px-2 text-right text-15 text-brass-ink">
      {t('record.title')}
    </Link>
  )
  return (
    <Screen key="play" title={t('title')} right={record}>
      <TradeTabs value="box" />
      <PlayView
        onOpen={round.open}
        onNeed={(points) => {
          setNeeded(points)
          exchange.open()
        }}
      />
      {sheets}
    </Screen>
  )
}
