import { useText } from '@kit/i18n/text'
import { Answer } from '@console/frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { Board, Tile } from '@console/frame/Board'
import { Screen } from '@console/frame/Screen'
import { RecordFacts } from '@console/records/RecordFacts'
import { Table } from '@console/records/Table'
import { useChain } from './api'

/** What the program stands on outside: chains with their nodes, prices with their feeds, and the beacon. */
export function ChainScreen() {
  const t = useText('console-boards')
  const screens = useText('console')
  return (
    <Screen title={screens('screen.chain')} note={t('chain.instance')}>
      <Answer of={useChain()} waiting={<Skeleton height="320px" />}>
        {(data) => (
          <Board>
            {data.networks.map((network) => (
              <Tile key={network.network} title={network.network} isAlarm={network.needsPerson || network.halt !== ''} isWide>
                <RecordFacts
                  record={network}
                  shape={[
                    ['state', 'word'],
                    ['reason', 'text'],
                    ['halt', 'text'],
                    ['isCrediting', 'flag'],
                    ['head', 'figure'],
                    ['headAt', 'time'],
                    ['finalized', 'figure'],
                    ['lag', 'figure'],
                  ]}
                />
                <Table
                  rows={network.nodes}
                  keyOf={({ node }) => node}
                  nameOf={({ node }) => <span translate="no">{node}</span>}
                  shape={[
                    ['isUsable', 'flag'],
                    ['demerits', 'figure'],
                    ['lastProblem', 'text'],
                  ]}
                />
              </Tile>
            ))}
            <Tile title={t('chain.prices')}>
              <Table
                rows={data.prices}
                keyOf={({ pair }) => pair}
                nameOf={({ pair }) => <span translate="no">{pair}</span>}
                shape={[
                  ['price', 'usdt'],
                  ['bid', 'usdt'],
                  ['ask', 'usdt'],
                  ['stale', 'flag'],
                  // Its column would be cut off, and says nothing while all prices stand.
                  ...(data.prices.some(({ reason }) => reason !== '') ? ([['reason', 'word']] as const) : []),
                ]}
              />
            </Tile>
            <Tile title={t('chain.feeds')}>
              <Table
                rows={data.feeds}
                keyOf={({ feed }) => feed}
                nameOf={({ feed }) => <span translate="no">{feed}</span>}
                shape={[
                  ['price', 'usdt'],
                  ['works', 'flag'],
                  ['readAt', 'time'],
                ]}
              />
            </Tile>
            <Tile title={t('chain.beacon')}>
              <RecordFacts
                record={data.beacon}
                shape={[
                  ['newest', 'figure'],
                  ['seenAt', 'time'],
                  ['isLocal', 'flag'],
                ]}
              />
            </Tile>
          </Board>
        )}
      </Answer>
    </Screen>
  )
}
