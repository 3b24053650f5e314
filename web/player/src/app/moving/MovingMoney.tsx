import { late } from '@core/frame/late'
import { Link } from '@core/frame/links'
import { hasTabs, isAt } from '@core/frame/places'
import { useAnswer } from '@core/queries/useAnswer'
import { useSession } from '@core/session/store'
import { formatAmount } from '@kit/amount/format'
import { hiddenFigure, useAreBalancesHidden } from '@kit/amount/hiddenBalances'
import { useLanguage, useText } from '@kit/i18n/text'
import { deviceStorage } from '@kit/kept/storage'
import { serverNow } from '@kit/time/clock'
import { formatTime } from '@kit/time/zone'
import { Icon } from '@kit/ui/Icon'
import { Spinner } from '@kit/ui/Spinner'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { awaySince, noteSeen } from './decideAway'
import { isCounted, isLookedAt, isStill, linkOf, usualOf, type Moving } from './decideMoving'

const countMs = 5_000

/** What lies above the tab bar, or where a screen has its button, above that: what machines brought, and under it what follows money on its way. */
export function Strips() {
  const { pathname, search } = useLocation()
  // Events tell that something moves, and how it ended; blocks are counted by looking.
  const answer = useAnswer('/api/userAccount/underWay', {}, { isShell: true, soonerMs: (seen) => (seen && isCounted(seen.list) ? countMs : undefined) })
  const list = (answer.data?.list ?? []).filter((moving) => !isLookedAt(moving, pathname, search))
  const place = hasTabs(pathname)
    ? 'bottom-[calc(100px+env(safe-area-inset-bottom))] low:bottom-[calc(72px+env(safe-area-inset-bottom))]'
    : 'bottom-[calc(104px+env(safe-area-inset-bottom))] tiny:bottom-[calc(132px+env(safe-area-inset-bottom))]'
  return (
    <>
      {/* What stands last on the screen can be scrolled clear of the strip. */}
      {list.length > 0 && <div aria-hidden className="h-18 shrink-0" />}
      <div className={`print:hidden pointer-events-none fixed inset-x-0 z-20 flex max-h-[70dvh] flex-col items-center gap-2 px-4 ${place}`}>
        <Away />
        {list.length > 0 && <MovingMoney list={list} />}
      </div>
    </>
  )
}

/** A strip that follows money on its way, on every screen: the newest, and the others when wanted. */
function MovingMoney({ list }: { list: readonly Moving[] }) {
  const t = useText('beside')
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? list : list.slice(0, 1)
  return (
    <aside
      aria-label={t('moving.label')}
      className="pointer-events-auto flex min-h-12 max-w-full overflow-y-auto rounded-card border border-[var(--brass)] bg-raised text-[clamp(11px,4.2vw,0.8125rem)] shadow-[var(--shade)]"
    >
      <ul className="min-w-0 divide-y divide-line">
        {shown.map((moving) => (
          <li key={`${moving.kind} ${moving.no}`}>
            <Line moving={moving} />
          </li>
        ))}
      </ul>
      {list.length > 1 && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-label={isWhole ? t('moving.fewer') : t('moving.others', { count: list.length - 1 })}
          onClick={() => setIsWhole(!isWhole)}
          className="press fig inline-flex min-h-11 w-11 shrink-0 items-center justify-center border-l border-line font-semibold text-brass-ink"
        >
          {isWhole ? <Icon name="close" size={18} /> : `+${list.length - 1}`}
        </button>
      )}
    </aside>
  )
}

function Line({ moving }: { moving: Moving }) {
  const t = useText('beside')
  const language = useLanguage()
  const figure = useAreBalancesHidden() ? hiddenFigure : formatAmount(moving.amount, language, { currency: moving.currency })
  const amount = `${figure}\u00a0${moving.currency}`
  const usual = usualOf(moving)
  const facts = [
    t(`moving.step.${moving.step}`, { count: moving.confirmations, required: moving.requiredConfirmations }),
    usual && t(`moving.usual.${usual.unit}`, { count: usual.count }),
    moving.until && t('moving.until', { time: formatTime(moving.until, language, 'clock') }),
    moving.wayOut === 'cancel' && !moving.until && t('moving.cancellable'),
  ]
  return (
    <Link to={linkOf(moving)} className="press flex min-h-12 items-center gap-2.5 py-1.5 pr-3 pl-4 leading-snug tiny:gap-2 tiny:pl-3">
      <span className="text-brass-ink">{isStill(moving) ? <Icon name="clock" size={20} /> : <Spinner size={20} />}</span>
      <span className="min-w-0 break-words">
        <strong className="block font-semibold">{t(`moving.kind.${moving.kind}`, { amount })}</strong>
        <span className="fig block whitespace-normal text-muted">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <Icon name="forward" size={16} look="tiny:hidden" />
    </Link>
  )
}

const AwayCard = late(() => import('./AwayCard').then((module) => module.AwayCard), ['home'])
const noteMs = 60_000

/** What one's machines brought while one was away: told once on the front page, after six hours. */
function Away() {
  const userId = useSession((state) => state.userId)
  return userId ? <Following key={userId} storageKey={`etld.seen.${userId}`} /> : null
}

function Following({ storageKey }: { storageKey: string }) {
  const { pathname } = useLocation()
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    const note = () => {
      if (document.hidden) return
      const away = awaySince(deviceStorage.getItem(storageKey), Date.now())
      if (away !== null) setSince(away)
      deviceStorage.setItem(storageKey, noteSeen(Date.now(), serverNow()))
    }
    note()
    const timer = setInterval(note, noteMs)
    document.addEventListener('visibilitychange', note)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', note)
    }
  }, [storageKey])
  if (since === null || !isAt(pathname, '/')) return null
  return (
    <Suspense fallback={null}>
      <AwayCard since={since} onClose={() => setSince(null)} />
    </Suspense>
  )
}
