import { useText } from '@kit/i18n/text'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useJobs } from './api'

/** What the program does by the clock: when last, when next, what is left, and why it fails. */
export function JobsScreen() {
  const t = useText('console-boards')
  return (
    <RecordsScreen
      title={t('jobs.title')}
      list={useJobs()}
      keyOf={({ job }) => job}
      nameOf={({ job }) => job}
      columns={[
        ['job', 'code'],
        ['lastAt', 'age'],
        ['isBehind', 'flag'],
        ['failures', 'figure'],
        ['parked', 'figure'],
      ]}
      facts={[
        ['lastAt', 'time'],
        ['nextAt', 'time'],
        ['isBehind', 'flag'],
        ['failures', 'figure'],
        ['cause', 'text'],
        ['parked', 'figure'],
      ]}
      empty={t('jobs.empty')}
    />
  )
}
