import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { Part } from '@console/frame/Panel'
import { RecordFacts } from '@console/records/RecordFacts'
import { Announced } from '@console/words/Announced'
import { useRound } from './api'

/** What decided one round. */
export function RoundFacts({ period }: { period: string }) {
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
