import { Board, Tile } from '@console/frame/Board'
import { Part } from '@console/frame/Panel'
import { RecordFacts } from '@console/records/RecordFacts'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { Announced } from '@console/words/Announced'
import { useText } from '@kit/i18n/text'
import { Answer } from '@console/frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { Link } from 'react-router'
import { useBankroll, useRound, useRounds } from './api'

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

/** What decided one round. */
function RoundFacts({ period }: { period: string }) {
  const t = useText('console-boards')
  return (
    <Part title={t('rounds.decided')}>
      <Answer of={useRound(period)} waiting={<Skeleton height="60px" />}>
        {(data) => (
          <>
            <RecordFacts
              record={data}
              shape={[
                ['root', 'code'],
                ['rootSignature', 'code'],
                ['receiptKey', 'code'],
                ['beaconKey', 'code'],
                ['beaconSignature', 'code'],
              ]}
            />
            <RecordFacts
              record={data.sending}
              shape={[
                ['state', 'feminine'],
                ['reason', 'word'],
                ['txHash', 'code'],
              ]}
            />
            {data.board.length > 0 && (
              <p className="fig text-15">
                <Announced by={t('rounds.board')}>{data.board.map((tenths) => `×${String(tenths / 10)}`).join(' ')}</Announced>
              </p>
            )}
            <Link to={`/entries?period=${period}`} className="inline-flex min-h-11 items-center text-15 underline underline-offset-4">
              {t('rounds.entries')}
            </Link>
          </>
        )}
      </Answer>
    </Part>
  )
}
