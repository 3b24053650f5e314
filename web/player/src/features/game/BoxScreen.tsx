import { HeadAct } from '@core/frame/HeadAct'
import { Screen } from '@core/frame/Screen'
import { TradeTabs } from '@core/frame/TradeTabs'
import { late } from '@core/frame/late'
import { useSearchState } from '@core/frame/useSearchState'
import { useSheet, useSheetOf } from '@core/frame/useSheet'
import { useText } from '@kit/i18n/text'
import { ListSkeleton } from '@kit/ui/Loading'
import { NumberedRules } from '@kit/ui/NumberedRules'
import { Sheet } from '@kit/ui/Sheet'
import { Suspense, useState } from 'react'
import './game.css'
import { ExchangeSheet } from './play/ExchangeSheet'
import { Odds } from './play/Odds'
import { PlayView } from './play/PlayView'
import { RoundSheet } from './round/RoundSheet'
import { VerifierLinks } from './round/VerifierLinks'

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
      {fairness.isOpen && <FairnessSheet onClose={fairness.close} />}
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
  return (
    <Screen key="play" title={t('title')} right={<HeadAct to="/trade?tab=box&view=record">{t('record.title')}</HeadAct>}>
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

const shownAmount = 100
const rules = ['a', 'b', 'c', 'd', 'e'] as const

/** Why nobody can choose a result, what playing costs on average, and how anybody checks a round without this app. */
function FairnessSheet({ onClose }: { onClose: () => void }) {
  const t = useText('game')
  return (
    <Sheet open onClose={onClose} title={t('fair.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-15">{t('fair.lead')}</p>
        <NumberedRules rules={rules.map((rule) => t(`fair.${rule}`))} />
        <h3 className="text-16 font-semibold">{t('odds.title')}</h3>
        <Odds amount={shownAmount} />
        <p className="text-15">{t('fair.cost')}</p>
        <h3 className="text-16 font-semibold">{t('fair.self')}</h3>
        <p className="text-15">{t('fair.selfText')}</p>
        <VerifierLinks />
        <code className="block rounded-field bg-sunk px-3 py-2 text-13 break-all" translate="no">
          etld verify round FILE
        </code>
      </div>
    </Sheet>
  )
}
