import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { History } from './History'
import { useParams } from './api'
import { useParamName } from './useParamName'

/** What operators can set, within which bounds, and what each was before. */
export function ParamsScreen() {
  const t = useText('console-terms')
  const nameOf = useParamName()
  const list = useParams()
  const named = {
    ...list,
    rows: list.rows?.map((row) => ({ ...row, names: nameOf(row.name) })) ?? null,
    away: list.away && { ...list.away, names: nameOf(list.away.name) },
  }
  return (
    <RecordsScreen
      title={t('params.title')}
      list={named}
      keyOf={({ name }) => name}
      nameOf={({ name }) => nameOf(name)}
      columns={[
        ['names', 'text'],
        ['value', 'figure'],
        ['default', 'figure'],
        ['min', 'figure'],
        ['max', 'figure'],
      ]}
      facts={[
        ['name', 'code'],
        ['value', 'figure'],
        ['default', 'figure'],
        ['min', 'figure'],
        ['max', 'figure'],
        ['kind', 'word'],
      ]}
      more={({ name }) => <History name={name} />}
      acts={({ name, value, min, max }) => [act('params/change', { name }, { present: { value }, bounds: { value: { min, max } } })]}
      empty={t('params.empty')}
    />
  )
}
