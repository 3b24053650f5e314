import { useText } from '@kit/i18n/text'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useEntries } from './api'

/** The entries of a round or of a person. */
export function EntriesScreen() {
  const t = useText('console-boards')
  return (
    <RecordsScreen
      title={t('entries.title')}
      list={useEntries()}
      keyOf={({ id }) => id}
      nameOf={({ period, entryNo }) => `${period} · ${String(entryNo)}`}
      columns={[
        ['period', 'number'],
        ['userId', 'person'],
        ['amount', 'points'],
        ['state', 'word'],
        ['at', 'time'],
      ]}
      facts={[
        ['userId', 'person'],
        ['entryNo', 'figure'],
        ['box', 'figure'],
        ['amount', 'points'],
        ['win', 'points'],
        ['state', 'word'],
        ['at', 'time'],
        ['receiptKey', 'code'],
      ]}
      empty={t('entries.empty')}
    />
  )
}
