import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Icon } from '@kit/ui/Icon'
import { call } from '@core/session/api'
import { useAnswer } from '@core/queries/useAnswer'
import { broughtSince } from './decideAway'

/** Machines that earn and are told of by name, of the newest; who has more looks at them. */
const machinesMax = 5
const newestMax = 50
/** The newest payments of a machine: more than a month of them are told of as so many. */
const paymentsMax = 50
const foldMs = 12_000

/** What each machine brought since, as it was posted. It folds itself to one line. */
export function AwayCard({ since, onClose }: { since: number; onClose: () => void }) {
  const t = useText('home')
  const [isOpen, setIsOpen] = useState(true)
  const machines = useAnswer('/api/miner/findMyList', { size: newestMax }, { isShell: true })
  const earning = (machines.data?.list ?? []).filter(({ status }) => status === 'running' || status === 'dug_out')
  const list = earning.slice(0, machinesMax)
  const paid = useQueries({
    queries: list.map(({ id }) => ({
      queryKey: ['away', id, since],
      queryFn: () => call('/api/miner/income', { id, size: paymentsMax }, { hideToast: true }),
      meta: { isShell: true, isKept: false },
    })),
  })
  const lines = list.flatMap(({ id, product }, index) => {
    const answer = paid[index]?.data
    if (!answer) return []
    const brought = broughtSince(answer.list, since)
    const isMore = answer.hasMore && answer.list.every(({ at }) => Date.parse(at) > since)
    return brought.length > 0 ? [{ id, name: product.name, brought, isMore }] : []
  })
  const isTold = lines.length > 0
  useEffect(() => {
    if (!isTold) return
    const timer = setTimeout(() => setIsOpen(false), foldMs)
    return () => clearTimeout(timer)
  }, [isTold])
  if (!isTold) return null
  return (
    <aside
      aria-label={t('away.title')}
      className="pointer-events-auto flex min-h-11 w-full max-w-md overflow-y-auto rounded-card border border-line bg-raised shadow-[var(--shade)]"
    >
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="press flex min-h-11 w-full items-center gap-2 px-4 text-left text-15 font-semibold"
        >
          {t('away.title')}
          <Icon name="forward" size={16} look={`text-muted ${isOpen ? 'rotate-90' : ''}`} />
        </button>
        {isOpen && (
          <>
            <ul className="divide-y divide-line border-t border-line px-4 text-15">
              {lines.map(({ id, name, brought, isMore }) => (
                <li key={id}>
                  <Link to={`/myMiner?id=${id}&view=income`} className="press flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1">
                    <span>{name}</span>
                    <span className="ml-auto flex flex-col text-right">
                      {brought.map((one) => (
                        <span key={`${one.kind} ${one.currency}`}>
                          <span className="text-13 text-muted">{t(isMore ? `away.more.${one.kind}` : `away.kind.${one.kind}`)}</span>{' '}
                          <Amount value={one.amount} currency={one.currency} toned own />
                        </span>
                      ))}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            {(machines.data?.hasMore || earning.length > machinesMax) && (
              <Link to="/myMiner" className="press flex min-h-11 items-center px-4 text-15 text-brass-ink">
                {t('away.others')}
              </Link>
            )}
          </>
        )}
      </div>
      <button
        type="button"
        aria-label={t('away.close')}
        onClick={onClose}
        className="press inline-flex size-11 shrink-0 items-center justify-center text-muted"
      >
        <Icon name="close" size={18} />
      </button>
    </aside>
  )
}
