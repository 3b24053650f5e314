import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { maskId } from '@kit/ui/MaskedId'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useTransfers } from './api'

/** What arrived on a chain. */
export function TransfersScreen() {
  const t = useText('console-boards')
  const { money, time } = useFigures()
  return (
    <RecordsScreen
      title={t('transfers.title')}
      list={useTransfers()}
      keyOf={({ transferId }) => transferId}
      nameOf={({ amount, currency, userName, sender, seenAt }) => `${money(amount, currency)} · ${userName || maskId(sender)} · ${time(seenAt)}`}
      columns={[
        ['sender', 'code'],
        ['amount', 'amount'],
        ['state', 'masculine'],
        ['seenAt', 'time'],
      ]}
      facts={[
        ['amount', 'amount'],
        ['state', 'masculine'],
        ['reason', 'word'],
        ['userId', 'person'],
        ['intentNo', 'code'],
        ['sender', 'code'],
        ['recipient', 'code'],
        ['txHash', 'code'],
        ['blockNumber', 'figure'],
        ['blockTime', 'time'],
        ['seenAt', 'time'],
        ['finalAt', 'time'],
        ['settledAt', 'time'],
        ['entryId', 'code'],
      ]}
      empty={t('transfers.empty')}
    />
  )
}
