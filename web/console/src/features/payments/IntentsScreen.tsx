import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Part } from '@console/frame/Panel'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { Table } from '@console/records/Table'
import { useIntent, useIntents } from './api'

/** What was asked to be paid on a chain. */
export function IntentsScreen() {
  const t = useText('console-boards')
  const screens = useText('console')
  const { money, time } = useFigures()
  return (
    <RecordsScreen
      title={screens('screen.intents')}
      list={useIntents()}
      keyOf={({ intentNo }) => intentNo}
      nameOf={({ amount, currency, userName, createdAt }) => [money(amount, currency), userName, time(createdAt)].filter((part) => part !== '').join(' · ')}
      columns={[
        ['purpose', 'word'],
        ['userId', 'person'],
        ['amount', 'amount'],
        ['state', 'masculine'],
        ['createdAt', 'time'],
      ]}
      facts={[
        ['userId', 'person'],
        ['purpose', 'word'],
        ['ref', 'code'],
        ['amount', 'amount'],
        ['paid', 'amount'],
        ['state', 'masculine'],
        ['network', 'number'],
        ['createdAt', 'time'],
        ['expireAt', 'time'],
        ['closedAt', 'time'],
        ['intentNo', 'code'],
      ]}
      more={({ intentNo }) => <Transfers intentNo={intentNo} />}
      empty={t('intents.empty')}
    />
  )
}

/** The transfers that belong to one. */
function Transfers({ intentNo }: { intentNo: string }) {
  const t = useText('console-boards')
  const { data } = useIntent(intentNo)
  if (!data) return null
  return (
    <Part title={t('transfers.title')}>
      <Table
        rows={data.transfers}
        keyOf={({ transferId }) => transferId}
        nameOf={({ txHash }) => (
          <span translate="no" className="break-all">
            {txHash.slice(0, 10)}…
          </span>
        )}
        shape={[
          ['amount', 'amount'],
          ['state', 'masculine'],
        ]}
      />
    </Part>
  )
}
