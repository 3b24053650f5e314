import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { Board, Tile } from '@console/frame/Board'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { Table } from '@console/records/Table'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { useWords } from '@console/words/useWords'
import { Cover } from './Cover'
import { useAttention, useCover, useForgotten, useWallets } from './api'

/** What is shown of a hot wallet. */
const ofWallets = [
  ['breaker', 'word'],
  ['detail', 'text'],
  ['wait', 'word'],
  ['address', 'code'],
] as const

/** Payouts that a person has to look at, and what the hot wallets hold against what they have to pay. */
export function PayoutsScreen() {
  const t = useText('console-boards')
  const { word } = useWords()
  const { money, time } = useFigures()
  const me = useMe()
  const held = useWallets()
  const asked = useCover(!mayCall(me, 'withdrawals/cover'))
  const wallets = held.data?.wallets ?? []
  const cover = asked.data?.list ?? []
  const lost = useForgotten(!mayCall(me, 'payouts/forgotten'))
  const forgotten = lost.data?.list ?? []
  const list = useAttention()
  // They come at once, so that none pushes another down.
  const isKnown = !held.isLoading && !asked.isLoading && !lost.isLoading
  const isHalted = wallets.some(({ breaker }) => breaker !== '')
  const hot = (
    <Tile title={t('payouts.wallets')} isWide isAlarm={isHalted}>
      <Table
        rows={wallets}
        keyOf={({ network }) => network}
        nameOf={({ network }) => <span className="whitespace-nowrap">{word(network)}</span>}
        shape={ofWallets}
      />
    </Tile>
  )
  return (
    <RecordsScreen
      title={t('payouts.title')}
      list={isKnown ? list : { ...list, rows: null }}
      keyOf={({ withdrawNo }) => withdrawNo}
      nameOf={({ amount, currency, network, createdAt }) => `${money(amount, currency)} · ${network} · ${time(createdAt)}`}
      columns={[
        ['withdrawNo', 'number'],
        ['amount', 'amount'],
        ['state', 'feminine'],
        ['reason', 'word'],
        ['createdAt', 'age'],
      ]}
      facts={[
        ['withdrawNo', 'code'],
        ['amount', 'amount'],
        ['network', 'number'],
        ['state', 'feminine'],
        ['reason', 'word'],
        ['proof', 'feminine'],
        ['issue', 'figure'],
        ['txHash', 'code'],
        ['createdAt', 'time'],
        ['updatedAt', 'time'],
      ]}
      acts={({ withdrawNo }) => [
        act('withdrawals/reissue', { withdrawNo }),
        act('withdrawals/recall', { withdrawNo }),
        act('withdrawals/giveUp', { withdrawNo }),
      ]}
      fresh={[act('withdrawals/recall', {})]}
      empty={t(isHalted || forgotten.length > 0 ? 'payouts.emptyElse' : 'payouts.empty')}
      urgent={
        (isHalted || forgotten.length > 0) && (
          <Board>
            {forgotten.length > 0 && (
              <Tile title={t('payouts.forgotten')} hint={t('payouts.forgottenHint')} isWide isAlarm>
                <Table
                  rows={forgotten}
                  keyOf={({ txHash }) => txHash}
                  nameOf={({ reference, network }) => (
                    <span translate="no" className="whitespace-nowrap">
                      {reference} <span className="block text-muted">{network}</span>
                    </span>
                  )}
                  shape={[
                    ['quantity', 'amount'],
                    ['nonce', 'figure'],
                    ['signedAt', 'age'],
                    ['recipient', 'code'],
                    ['txHash', 'code'],
                  ]}
                />
              </Tile>
            )}
            {isHalted && hot}
          </Board>
        )
      }
      below={
        (cover.length > 0 || !isHalted) && (
          <Board>
            {!isHalted && hot}
            {cover.length > 0 && <Cover rows={cover} />}
          </Board>
        )
      }
    />
  )
}
