import { Part } from '@console/frame/Panel'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { byTheme, themeOf } from '@console/words/themeOf'
import { useWords } from '@console/words/useWords'
import { useText } from '@kit/i18n/text'
import { Link } from 'react-router'
import { useJobs } from './api'
import { lookFirst, needsLook } from './decideLook'
import { matterOf } from './decideMatter'

/** What the program does by the clock: when last, when next, what is left, and why it fails. */
export function JobsScreen() {
  const t = useText('console-boards')
  const { job: named, theme } = useWords()
  const list = useJobs()
  return (
    <RecordsScreen
      title={t('jobs.title')}
      note={t('chain.instance')}
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

const link = 'flex min-h-11 items-center text-15 underline underline-offset-4'

interface JobWaysProps {
  job: string
  failures: number
  parked: number
}

/** Where a job that fails, or that has parked something, is mended. */
function JobWays({ job, failures, parked }: JobWaysProps) {
  const t = useText('console-boards')
  const screens = useText('console')
  const me = useMe()
  const matter = matterOf(job)
  const toParked = parked > 0 && mayCall(me, 'jobs/parked')
  const toMatter = (failures > 0 || parked > 0) && matter !== null && mayCall(me, matter[1])
  if (!toParked && !toMatter) return null
  return (
    <Part title={t('jobs.ways')}>
      {toParked && (
        <Link to={`/parked?job=${encodeURIComponent(job)}`} className={link}>
          {screens('screen.parked')}
        </Link>
      )}
      {toMatter && (
        <Link to={`/${matter[0]}`} className={link}>
          {screens(`screen.${matter[0]}`)}
        </Link>
      )}
    </Part>
  )
}
