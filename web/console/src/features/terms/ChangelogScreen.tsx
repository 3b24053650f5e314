import { useText } from '@kit/i18n/text'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { mapRows } from '@console/rows/mapRows'
import type { Row } from '@console/contract/contract'
import { useChangelog, useMeasures } from './api'
import { useValue } from './useValue'

/** Every change of a parameter, as the public page shows it too. */
export function ChangelogScreen() {
  const t = useText('console-edit')
  const say = useValue()
  const list = useChangelog()
  // What a figure is in, the parameters know.
  const measures = useMeasures()
  const params = measures.data?.list

  function said(row: Row<'params/changelog'>) {
    const measure = params?.find(({ name }) => name === row.name)
    const figure = (value: string) => (measure ? say(measure, value) : value)
    return { ...row, before: figure(row.from), after: figure(row.to) }
  }

  return (
    <RecordsScreen
      title={t('changelog.title')}
      list={mapRows(list, measures, said)}
      keyOf={({ id }) => id}
      aboutOf={({ name }) => name}
      nameOf={({ label }) => label}
      columns={[
        ['label', 'text'],
        ['before', 'figure'],
        ['after', 'figure'],
        ['effectiveAt', 'time'],
      ]}
      facts={[
        ['before', 'figure'],
        ['after', 'figure'],
        ['effectiveAt', 'time'],
        ['createdAt', 'time'],
        ['staff', 'text'],
        ['actor', 'code'],
        ['reason', 'text'],
        ['name', 'code'],
      ]}
      empty={t('params.never')}
    />
  )
}
