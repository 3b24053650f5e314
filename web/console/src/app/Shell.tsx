import { call } from '@console/api/call'
import { addressOf } from '@console/decide/PendingOn'
import { useOwn } from '@console/entry/useOwn'
import { lastActive } from '@console/session/activity'
import { loseSession, useMe } from '@console/session/store'
import { Announced } from '@console/words/Announced'
import { useStopWords } from '@console/words/useStopWords'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { onServersClock } from '@kit/time/clock'
import { useNow } from '@kit/time/useNow'
import { Button } from '@kit/ui/Button'
import { Icon } from '@kit/ui/Icon'
import { Time } from '@kit/ui/Time'
import { asksForPalette } from '@kit/words/asksForPalette'
import { useEffect, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { Menu } from './Menu'
import { RolesToLookAt } from './RolesToLookAt'
import { Palette } from './Palette'
import { isStale } from './decideStale'
import { decideStandstill, type Standing } from './decideStandstill'
import { useBadge } from './useBadge'
import { useLive } from './useLive'
import { useToday } from './useToday'

/** The frame of every screen: the menu at the left, on a narrow screen behind a button. */
export function Shell() {
  const t = useText('console')
  const { pathname } = useLocation()
  useOwn()
  useBadge()
  useLive()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === pathname
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpenAt(null)
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isOpen])
  const palette = usePalette()
  return (
    <div className="min-h-dvh lg:flex">
      <a href="#content" className="sr-only focus:not-sr-only focus:p-3" onClick={skip}>
        {t('nav.skip')}
      </a>
      <header className="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-sunk px-2 lg:hidden">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpenAt(isOpen ? null : pathname)}
          className="inline-flex min-h-12 items-center gap-2 px-2 text-15"
        >
          {isOpen ? <Icon name="close" size={18} /> : <Icon path="M4 7h16M4 12h16M4 17h16" size={18} />}
          {t('nav.menu')}
        </button>
      </header>
      <aside
        aria-label={t('nav.menu')}
        className={`bg-sunk lg:sticky lg:top-0 lg:block lg:h-dvh lg:w-[212px] lg:shrink-0 lg:overflow-y-auto lg:border-r lg:border-line ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        <Menu onSearch={palette.open} />
      </aside>
      <div id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col xl:has-[[data-beside]]:pr-[440px]">
        <IdleWarning />
        <Stale />
        <Standstill />
        <RolesToLookAt />
        <Outlet />
      </div>
      {palette.isOpen && <Palette onClose={palette.close} onGone={palette.leave} />}
    </div>
  )
}

/** The palette, by a key from anywhere; who closes it is where they were. */
function usePalette() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!asksForPalette(event)) return
      // Browsers have a search of their own there.
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setIsOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  /** What Tab comes to next is the screen, and not the menu. */
  function leave() {
    setIsOpen(false)
    // After the dialog has given the focus back.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('#content')?.focus())
  }
  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false), leave }
}

/** The address behind # is the router's: the focus is moved by hand. */
function skip(event: React.MouseEvent): void {
  event.preventDefault()
  const main = document.querySelector('main')
  main?.setAttribute('tabindex', '-1')
  main?.focus()
}

const warnSeconds = 120

/** The session ends when nobody did anything for half an hour: two minutes before, it says so, and one press goes on. */
function IdleWarning() {
  const t = useText('console')
  const { id, idleSeconds } = useMe()
  const [leftSeconds, setLeftSeconds] = useState(idleSeconds)
  useEffect(() => {
    const timer = setInterval(() => {
      const left = Math.ceil(idleSeconds - (Date.now() - lastActive(id)) / 1000)
      setLeftSeconds(left)
      if (left <= 0) loseSession()
    }, 1000)
    return () => clearInterval(timer)
  }, [id, idleSeconds])
  if (leftSeconds > warnSeconds || leftSeconds <= 0) return null
  return (
    <div role="alert" className="sticky top-0 z-30 flex flex-wrap items-center justify-between gap-3 border-b border-line bg-sunk px-4 py-2 text-15">
      <p>{t('idle.ends', { minutes: Math.max(1, Math.ceil(leftSeconds / 60)) })}</p>
      <Button size="small" onClick={() => void call('sessions/list', {}, { isQuiet: true })}>
        {t('idle.stay')}
      </Button>
    </div>
  )
}

const lookEveryMs = 5_000

/** Says that what is shown may be old: queues and boards keep what was read last. */
function Stale() {
  const t = useText('console')
  const today = useToday()
  const nowMs = useNow(lookEveryMs)
  const readAt = today.dataUpdatedAt === 0 ? null : onServersClock(today.dataUpdatedAt)
  if (!isStale(today, readAt, nowMs)) return null
  return (
    <p role="status" className="border-b-2 border-loss bg-sunk px-4 py-2 text-15 text-loss">
      {readAt === null ? (
        t('stale.never')
      ) : (
        <Announced by={t('stale.since')}>
          <Time at={readAt} plain />
        </Announced>
      )}
    </p>
  )
}

/** What stands still, since when and why: above every screen until it runs again. */
function Standstill() {
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

function Line({ one }: { one: Standing }) {
  const t = useText('console')
  const { what, parts, names, broken, since } = one
  const why = useStopWords()
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
        {why(one)}
        {broken.map((invariant) => t('named', { name: invariant, value: t(`invariant.${invariant}`) })).join(' ')}
      </p>
    </div>
  )
}
