import { useText } from '@kit/i18n/text'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useChangelog } from './api'

/** Every change of a parameter, as the public page shows it too. */
export function ChangelogScreen() {
  const t = useText('console-terms')
  const list = useChangelog()
  return (
    <RecordsScreen
      title={t('changelog.title')}
      list={list}
      keyOf={({ id }) => id}
      nameOf={({ label }) => label}
      columns={[
        ['label', 'text'],
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
        ['staff', 'text'],
        ['actor', 'code'],
        ['reason', 'text'],
      ]}
      empty={t('params.never')}
    />
  )
}
