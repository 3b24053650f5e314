import { Link } from 'react-router'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Time } from '@kit/ui/Time'
import { addressOf } from '@console/decide/PendingOn'
import { Announced } from '@console/words/Announced'
import { decideStandstill, type Standing } from './decideStandstill'
import { useToday } from './useToday'

/** What stands still, since when and why: above every screen until it runs again. */
export function Standstill() {
  const t = useText('console')
  const { data } = useToday()
  const all = decideStandstill(data?.stops ?? [])
  const stuck = data?.stuck ?? []
  if (all.length === 0 && stuck.length === 0) return null
  return (
    <aside role="status" aria-label={t('standstill.title')} className="border-b-2 border-loss bg-sunk px-4 py-2 text-15 break-words">
      {all.map((one) => (
        <Line key={[one.what, ...one.parts, ...one.names].join()} one={one} />
      ))}
      {all.length > 0 && (
        <p className="text-13 text-muted">
          <Announced by={t('standstill.goesOn')}>
            <Link to="/stops" className="underline underline-offset-4">
              {t('screen.stops')}
            </Link>
          </Announced>
        </p>
      )}
      {stuck.map(({ proposalId, sentence }) => (
        <p key={proposalId} className="py-1">
          <b className="font-semibold text-loss">{t('stuck')}</b>{' '}
          <Link to={addressOf(proposalId)} className="underline underline-offset-4">
            {sentence}
          </Link>
        </p>
      ))}
    </aside>
  )
}

function Line({ one: { what, parts, names, reason, broken, since } }: { one: Standing }) {
  const t = useText('console')
  const { list: listed } = useFigures()
  const list = listed([...parts.map((part) => t(`part.${part}`)), ...names])
  return (
    <div className="py-1">
      <p>
        <b className="font-semibold text-loss">{t(`stopped.${what}`, { list })}</b>
        {since !== undefined && (
          <span className="text-13 text-muted">
            {' '}
            <Time at={since} plain />
          </span>
        )}
      </p>
      <p>
        {reason}
        {broken.map((invariant) => t('named', { name: invariant, value: t(`invariant.${invariant}`) })).join(' ')}
      </p>
    </div>
  )
}
