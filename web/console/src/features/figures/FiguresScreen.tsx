import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { Board, Tile } from '@console/frame/Board'
import { Screen } from '@console/frame/Screen'
import { Table } from '@console/records/Table'
import { useSold } from '@console/words/useSold'
import { useWords } from '@console/words/useWords'
import { useAbout, useDays } from './api'
import { seriesOf } from './decideFigures'
import { FigureTile } from './FigureTile'

/** What each platform day came to, as charts; each says what it counts. */
export function FiguresScreen() {
  const t = useText('console-boards')
  const screens = useText('console')
  const { word } = useWords()
  const days = useDays()
  const counted = useAbout()
  const today = days.data?.list[0]
  const { nameOf, isKnown } = useSold(today?.sales ?? [])
  const about = counted.data?.list
  // What a figure counts stands above its chart, and what was sold has its name: all come at once.
  const isHeldBack = counted.isPending || !isKnown
  return (
    <Screen title={screens('screen.figures')} note={days.data && !isHeldBack && t('figures.days', { count: days.data.list.length })}>
      <Answer of={days} isHeldBack={isHeldBack} waiting={<Skeleton height="320px" />}>
        {({ list }) => (
          <Board>
            {today && today.sales.length > 0 && (
              <Tile title={t('figures.sales')}>
                <Table
                  rows={today.sales}
                  keyOf={({ id, currency }) => `${id} ${currency}`}
                  nameOf={(sale) => (
                    <>
                      <span translate="no">{nameOf(sale)}</span> <span className="block text-13 text-muted">{word(sale.kind)}</span>
                    </>
                  )}
                  shape={[
                    ['count', 'figure'],
                    ['amount', 'amount'],
                  ]}
                />
              </Tile>
            )}
            {today && (
              <Tile title={t('figures.game')} hint={[about?.find(({ figure }) => figure === 'game')?.counts, t('figures.band')].join(' ')}>
                <Table
                  rows={[today.game]}
                  keyOf={() => 'game'}
                  nameOf={() => word('game')}
                  shape={[
                    ['rounds', 'figure'],
                    ['actualReturn', 'percent'],
                    ['bandLow', 'percent'],
                    ['bandHigh', 'percent'],
                    ['voids', 'figure'],
                  ]}
                />
              </Tile>
            )}
            {seriesOf(list).map((series) => (
              <FigureTile
                key={`${series.name} ${series.currency ?? ''}`}
                series={series}
                hint={about?.find(({ figure }) => figure === series.about)?.counts ?? ''}
              />
            ))}
          </Board>
        )}
      </Answer>
    </Screen>
  )
}
