import { useText } from '@kit/i18n/text'
import { Time } from '@kit/ui/Time'
import { Part } from '@console/frame/Panel'
import { useChanges } from './api'

/** What one parameter was before, the newest first. */
export function History({ name }: { name: string }) {
  const t = useText('console-terms')
  const changes = useChanges().data?.list.filter((row) => row.name === name) ?? []
  return (
    <Part title={t('params.history')}>
      {changes.length === 0 && <p className="text-15 text-muted">{t('params.never')}</p>}
      {changes.map(({ id, from, to, effectiveAt, reason }) => (
        <div key={id} className="border-b border-line py-1.5 text-15 last:border-0">
          <p className="fig">
            <span className="text-muted">{from}</span> → {to}
          </p>
          <p className="text-13 text-muted">
            <Time at={effectiveAt} plain /> · <span translate="no">{reason}</span>
          </p>
        </div>
      ))}
    </Part>
  )
}
