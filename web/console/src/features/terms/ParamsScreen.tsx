import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { Shown } from '@console/records/Shown'
import { Time } from '@kit/ui/Time'
import { Part } from '@console/frame/Panel'
import { useParams, useChanges } from './api'
import { PresentUse } from './PresentUse'

/** What operators can set, within which bounds, and what each was before. */
export function ParamsScreen() {
  const t = useText('console-terms')
  const list = useParams()
  return (
    <RecordsScreen
      title={t('params.title')}
      list={list}
      keyOf={({ name }) => name}
      nameOf={({ label }) => label}
      columns={[
        ['label', 'text'],
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
      more={({ name }) => (
        <>
          <PresentUse name={name} />
          <History name={name} />
        </>
      )}
      acts={({ name, value, min, max }) => [act('params/change', { name }, { present: { value }, bounds: { value: { min, max } } })]}
      empty={t('params.empty')}
    />
  )
}

/** What one parameter was before, the newest first. */
function History({ name }: { name: string }) {
  const t = useText('console-terms')
  const changes = useChanges().data?.list.filter((row) => row.name === name) ?? []
  return (
    <Part title={t('params.history')}>
      {changes.length === 0 && <p className="text-15 text-muted">{t('params.never')}</p>}
      {changes.map(({ id, from, to, effectiveAt, reason }) => (
        <div key={id} className="border-b border-line py-1.5 text-15 last:border-0">
          <p className="fig">
            <span className="text-muted">
              <Shown value={from} look="figure" />
            </span>{' '}
            → <Shown value={to} look="figure" />
          </p>
          <p className="text-13 text-muted">
            <Time at={effectiveAt} plain /> · <span translate="no">{reason}</span>
          </p>
        </div>
      ))}
    </Part>
  )
}
