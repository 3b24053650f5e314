import { useText } from '@kit/i18n/text'
import { RecordsScreen } from '@console/records/RecordsScreen'
import type { Row } from '@console/contract/contract'
import { useChangelog, useParams } from './api'
import { useValue, type Measure } from './useValue'

/** Every change of a parameter, as the public page shows it too. */
export function ChangelogScreen() {
  const t = useText('console-edit')
  const say = useValue()
  const list = useChangelog()
  const params = useParams().rows
  // What a figure is in, the list of parameters knows.
  const rows =
    params &&
    list.rows?.map((row) =>
      said(
        row,
        params.find(({ name }) => name === row.name),
      ),
    )

  function said(row: Row<'params/changelog'>, measure: Measure | undefined) {
    const figure = (value: string) => (measure ? say(measure, value) : value)
    return { ...row, before: figure(row.from), after: figure(row.to) }
  }

  return (
    <RecordsScreen
      title={t('changelog.title')}
      list={{ ...list, rows: rows ?? null }}
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
