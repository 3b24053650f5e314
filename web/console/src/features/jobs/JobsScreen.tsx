import { useText } from '@kit/i18n/text'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { byTheme, themeOf } from '@console/words/themeOf'
import { useWords } from '@console/words/useWords'
import { useJobs } from './api'
import { lookFirst, needsLook } from './decideLook'
import { JobWays } from './JobWays'

/** What the program does by the clock: when last, when next, what is left, and why it fails. */
export function JobsScreen() {
  const t = useText('console-boards')
  const { job: named, theme } = useWords()
  const list = useJobs()
  return (
    <RecordsScreen
      title={t('jobs.title')}
      list={{ ...list, rows: list.rows && lookFirst(byTheme(list.rows, ({ job }) => job)) }}
      keyOf={({ job }) => job}
      nameOf={({ job }) => named(job)}
      columns={[
        ['job', 'job'],
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
        ['job', 'code'],
      ]}
      more={(job) => <JobWays {...job} />}
      textOf={({ job }) => `${named(job)} ${job} ${theme(themeOf(job)).title}`}
      headingOf={(row) => (needsLook(row) ? { key: 'look', title: t('jobs.look') } : theme(themeOf(row.job)))}
      empty={t('jobs.empty')}
    />
  )
}
