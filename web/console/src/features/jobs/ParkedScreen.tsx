import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useParked } from './api'

/** What a job could not do and tries again later. */
export function ParkedScreen() {
  const t = useText('console-boards')
  return (
    <RecordsScreen
      title={t('parked.title')}
      list={useParked()}
      keyOf={({ id }) => id}
      nameOf={({ subject }) => subject}
      columns={[
        ['job', 'job'],
        ['subject', 'code'],
        ['since', 'age'],
        ['tries', 'figure'],
      ]}
      facts={[
        ['job', 'job'],
        ['cause', 'text'],
        ['since', 'time'],
        ['retryAt', 'time'],
        ['tries', 'figure'],
      ]}
      acts={({ job, subject }) => [act('jobs/retry', { job, subject })]}
      empty={t('parked.empty')}
    />
  )
}
