import { Link } from 'react-router'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { maskId } from '@kit/ui/MaskedId'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { useTransfers } from './api'

/** What arrived on a chain. */
export function TransfersScreen() {
  const t = useText('console-boards')
  const screens = useText('console')
  const me = useMe()
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
      more={({ transferId, state }) =>
        state === 'suspense' &&
        mayCall(me, 'suspense/list') && (
          <Link to={`/suspense?item=${encodeURIComponent(transferId)}`} className="inline-flex min-h-11 items-center text-15 underline underline-offset-4">
            {screens('screen.suspense')}
          </Link>
        )
      }
      empty={t('transfers.empty')}
    />
  )
}
