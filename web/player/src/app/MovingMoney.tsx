import { Link, useLocation } from 'react-router'
import { formatAmount } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { Spinner } from '@kit/ui/Spinner'
import { useAnswer } from '@core/queries/useAnswer'
import { decideMoving, paidIntent, type Moving } from './decideMoving'
import { hasTabs } from './paths'

const withdrawalsRead = 5
const countMs = 5_000

/** A pill that follows money on its way, on every screen: above the tab bar, or where a screen has its button, above that. */
export function MovingMoney() {
  const { pathname, search } = useLocation()
  const moving = useMoving()
  const [first, ...others] = moving
  if (!first || first.link === `${pathname}${search}`) return null
  const place = hasTabs(pathname)
    ? 'bottom-[calc(100px+env(safe-area-inset-bottom))] low:bottom-[calc(72px+env(safe-area-inset-bottom))]'
    : 'bottom-[calc(104px+env(safe-area-inset-bottom))] max-[359px]:bottom-[calc(132px+env(safe-area-inset-bottom))]'
  return (
    <>
      {/* What stands last on the screen can be scrolled clear of the pill. */}
      <div aria-hidden className="h-14 shrink-0" />
      <aside className={`pointer-events-none fixed inset-x-0 z-20 flex justify-center px-4 ${place}`}>
        <Pill moving={first} others={others.length} />
      </aside>
    </>
  )
}

function Pill({ moving, others }: { moving: Moving; others: number }) {
  const t = useText('moving')
  const language = useLanguage()
  const { kind, currency, stage } = moving
  const amount = `${formatAmount(moving.amount, language, { currency })}\u00a0${currency}`
  return (
    <Link
      to={moving.link}
      className="press pointer-events-auto flex min-h-11 max-w-full items-center gap-2 rounded-full border border-[var(--brass)] bg-raised px-4 py-1 text-13 max-[359px]:gap-1.5 max-[359px]:px-3 shadow-[var(--shade)]"
    >
      <span className="text-brass-ink">{stage.name === 'held' ? <Icon name="clock" size={18} /> : <Spinner size={18} />}</span>
      <span className="min-w-0 text-balance break-words">
        <strong className="font-semibold">{t(`kind.${kind}`, { amount })}</strong>{' '}
        <span className="text-muted">
          {stage.name === 'confirmations' ? t('confirmations', { count: stage.count, required: stage.required }) : t(`stage.${stage.name}`)}
          {others > 0 && ` · ${t('others', { count: others })}`}
        </span>
      </span>
      {/* On a narrow phone the words need its place. */}
      <span className="-mr-1 max-[359px]:hidden">
        <Icon name="forward" size={16} />
      </span>
    </Link>
  )
}

function useMoving(): Moving[] {
  // Events tell that something moves, and how it ended; confirmations are counted by looking.
  const info = useAnswer(
    '/api/userAccount/topUpInfo',
    {},
    { isShell: true, soonerMs: (seen) => (decideMoving(seen, undefined).length > 0 ? countMs : undefined) },
  )
  const withdrawals = useAnswer('/api/userAccount/myWithDraw', { size: withdrawalsRead }, { isShell: true })
  const intentNo = paidIntent(info.data)
  const payment = useAnswer('/api/pay/status', { intentNo }, { isShell: true, enabled: intentNo !== '' })
  return decideMoving(info.data, withdrawals.data, payment.data?.purpose)
}
