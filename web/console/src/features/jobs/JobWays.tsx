import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Part } from '@console/frame/Panel'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { matterOf } from './decideMatter'

const link = 'flex min-h-11 items-center text-15 underline underline-offset-4'

interface JobWaysProps {
  job: string
  failures: number
  parked: number
}

/** Where a job that fails, or that has parked something, is mended. */
export function JobWays({ job, failures, parked }: JobWaysProps) {
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
