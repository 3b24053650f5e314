import { useText } from '@kit/i18n/text'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useChangelog } from './api'
import { useParamName } from './useParamName'

/** Every change of a parameter, as the public page shows it too. */
export function ChangelogScreen() {
  const t = useText('console-terms')
  const nameOf = useParamName()
  const list = useChangelog()
  const named = {
    ...list,
    rows: list.rows?.map((row) => ({ ...row, names: nameOf(row.name) })) ?? null,
    away: list.away && { ...list.away, names: nameOf(list.away.name) },
  }
  return (
    <RecordsScreen
      title={t('changelog.title')}
      list={named}
      keyOf={({ id }) => id}
      nameOf={({ name }) => nameOf(name)}
      columns={[
        ['names', 'text'],
        ['from', 'figure'],
        ['to', 'figure'],
        ['effectiveAt', 'time'],
      ]}
      facts={[
        ['name', 'code'],
        ['from', 'figure'],
        ['to', 'figure'],
        ['effectiveAt', 'time'],
        ['createdAt', 'time'],
        ['actor', 'code'],
        ['reason', 'text'],
      ]}
      empty={t('params.never')}
    />
  )
}
