import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useWords } from '@console/words/useWords'
import { useParked } from './api'

/** What a job could not do and tries again later. */
export function ParkedScreen() {
  const t = useText('console-boards')
  const screens = useText('console')
  const { time } = useFigures()
  const { job: named } = useWords()
  return (
    <RecordsScreen
      title={screens('screen.parked')}
      list={useParked()}
      keyOf={({ id }) => id}
      nameOf={({ job, since }) => `${named(job)} · ${time(since)}`}
      columns={[
        ['job', 'job'],
        ['subject', 'code'],
        ['since', 'age'],
        ['tries', 'figure'],
      ]}
      facts={[
        ['cause', 'text'],
        ['since', 'time'],
        ['retryAt', 'due'],
        ['tries', 'figure'],
        ['subject', 'code'],
      ]}
      acts={({ job, subject }) => [act('jobs/retry', { job, subject })]}
      empty={t('parked.empty')}
    />
  )
}
