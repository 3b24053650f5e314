import { useText } from '@kit/i18n/text'
import { Board, Tile } from '@console/frame/Board'
import { RecordFacts } from '@console/records/RecordFacts'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useBankroll, useRounds } from './api'
import { RoundFacts } from './RoundFacts'

/** The rounds with what each waits for, and the bankroll behind them. */
export function RoundsScreen() {
  const t = useText('console-boards')
  const bankroll = useBankroll().data
  return (
    <RecordsScreen
      title={t('rounds.title')}
      list={useRounds()}
      keyOf={({ period }) => period}
      nameOf={({ period }) => period}
      columns={[
        ['period', 'number'],
        ['state', 'masculine'],
        ['entries', 'figure'],
        ['stakes', 'points'],
        ['prizes', 'points'],
        ['waitsFor', 'word'],
      ]}
      facts={[
        ['state', 'masculine'],
        ['reason', 'word'],
        ['waitsFor', 'word'],
        ['entries', 'figure'],
        ['stakes', 'points'],
        ['prizes', 'points'],
        ['worstCase', 'points'],
        ['reserved', 'points'],
        ['lockAt', 'time'],
        ['drawAt', 'time'],
        ['beaconRound', 'figure'],
        ['settledAt', 'time'],
      ]}
      more={({ period }) => <RoundFacts period={period} />}
      empty={t('rounds.empty')}
      below={
        bankroll && (
          <Board>
            <Tile title={t('bankroll.title')} hint={t('bankroll.hint')} isWide isAlarm={bankroll.barred !== '' && bankroll.barred !== 'closed'}>
              <RecordFacts
                record={bankroll}
                shape={[
                  ['barred', 'word'],
                  ['bankroll', 'points'],
                  ['reserved', 'points'],
                  ['removable', 'points'],
                  ['mostPerRound', 'points'],
                  ['stakes', 'points'],
                  ['prizes', 'points'],
                ]}
              />
            </Tile>
          </Board>
        )
      }
    />
  )
}
