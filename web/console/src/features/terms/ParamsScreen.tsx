import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { History } from './History'
import { useParams } from './api'

/** What operators can set, within which bounds, and what each was before. */
export function ParamsScreen() {
  const t = useText('console-terms')
  const list = useParams()
  return (
    <RecordsScreen
      title={t('params.title')}
      list={list}
      keyOf={({ name }) => name}
      nameOf={({ name }) => name}
      columns={[
        ['name', 'code'],
        ['value', 'figure'],
        ['default', 'figure'],
        ['min', 'figure'],
        ['max', 'figure'],
      ]}
      facts={[
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
