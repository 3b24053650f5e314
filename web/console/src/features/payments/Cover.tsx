import { useText } from '@kit/i18n/text'
import { Tile } from '@console/frame/Board'
import { Table } from '@console/records/Table'
import { useWords } from '@console/words/useWords'
import type { Row } from '@console/contract/contract'
import { coverOf } from './decideCover'

/** What the hot wallets held when the chain was asked, against what they have to pay. */
export function Cover({ rows }: { rows: readonly Row<'withdrawals/cover'>[] }) {
  const t = useText('console-boards')
  const { word } = useWords()
  return (
    <Tile title={t('payouts.cover')} hint={t('payouts.coverHint')} isWide>
      <Table
        rows={rows.map(coverOf)}
        keyOf={({ id }) => id}
        nameOf={({ network, currency }) => <span className="whitespace-nowrap">{`${word(network)} ${currency}`}</span>}
        shape={[
          ['balance', 'amount'],
          ['queued', 'amount'],
          ['pending', 'amount'],
          ['onTheWay', 'amount'],
          ['missing', 'amount'],
          ['dayLeft', 'amount'],
          ['readAt', 'age'],
        ]}
      />
    </Tile>
  )
}
