import { useLayoutEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useText } from '@kit/i18n/text'
import type { Body, ListPath, Page } from '@console/contract/contract'
import { useAnswer } from '@console/api/useAnswer'
import { Key } from '@console/frame/Key'
import type { ConsoleRoute, Waiting } from '@console/frame/route'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { Own } from './Own'
import { routes } from './routes'

const countEveryMs = 20_000

/** The groups as the eye goes: boards are looked at every day and stand above what is edited now and then. */
const groups = ['waiting', 'boards', 'people', 'money', 'records', 'edit'] as const satisfies readonly ConsoleRoute['group'][]

/** The menu: what the person's roles may see, in groups, with what waits counted. */
export function Menu({ onSearch }: { onSearch: () => void }) {
  const t = useText('console')
  const me = useMe()
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useLayoutEffect(() => showPlace(nav.current), [pathname])
  const seen = routes.filter(({ needs }) => mayCall(me, needs))
  return (
    <div className="flex flex-col px-3 py-4 lg:h-full">
      <p translate="no" className="px-2 text-16 font-semibold">
        ETLD <span className="text-[var(--brass)]">⬡</span> <span className="text-13 font-normal text-muted">{t('nav.operator')}</span>
      </p>
      <button
        type="button"
        onClick={onSearch}
        className="mt-3 flex min-h-9 items-center justify-between gap-2 rounded-field border border-line px-2 py-1 text-13 text-muted max-lg:min-h-11"
      >
        {t('palette.title')} <Key name="Ctrl K" />
      </button>
      <nav ref={nav} aria-label={t('nav.menu')} className="mt-3 flex-1 lg:-mx-2 lg:min-h-60 lg:overflow-y-auto lg:px-2">
        {groups.map((group) => {
          const own = seen.filter((route) => route.group === group)
          return own.length === 0 ? null : (
            <section key={group} className="mb-3">
              <h2 className="px-2 py-1 text-11 font-medium text-muted uppercase">{t(`nav.group.${group}`)}</h2>
              {own.map((route) => (
                <Item key={route.path} route={route} />
              ))}
            </section>
          )
        })}
      </nav>
      <Own />
    </div>
  )
}

/** Scrolls the menu to where the person is, and nothing but the menu. */
function showPlace(nav: HTMLElement | null): void {
  const place = nav?.querySelector('[aria-current]')
  if (!nav || !place) return
  const [within, at] = [nav.getBoundingClientRect(), place.getBoundingClientRect()]
  // An entry at the very edge would look like the last one.
  if (at.top < within.top + at.height) nav.scrollTop -= within.top + at.height - at.top
  else if (at.bottom > within.bottom - at.height) nav.scrollTop += at.bottom + at.height - within.bottom
}

function Item({ route: { path, name, needs, waiting, count } }: { route: ConsoleRoute }) {
  const t = useText('console')
  const me = useMe()
  return (
    <NavLink
      to={path}
      className={({ isActive }) =>
        `flex min-h-8 items-center justify-between gap-2 rounded-field px-2 py-0.5 text-15 max-lg:min-h-11 ${isActive ? 'bg-raised text-ink' : 'text-muted'}`
      }
    >
      {t(`screen.${name}`)}
      {waiting && mayCall(me, waiting.whoMay ?? needs) && <Count waiting={waiting} />}
      {count && <Badge rows={count(me)} />}
    </NavLink>
  )
}

function Count({ waiting: { path, body } }: { waiting: Waiting }) {
  // The body is one of the path's own; that a list counts is what it was declared for.
  const { data } = useAnswer(path, { ...body, size: 1, count: true } as Body<ListPath>, { everyMs: countEveryMs })
  // Every list answers with pages.
  const count = (data as Page<unknown> | undefined)?.count
  return count ? <Badge {...count} /> : null
}

function Badge({ rows, more = false }: { rows: number; more?: boolean }) {
  const t = useText('console')
  return (
    <span
      aria-label={t('menu.waiting', { count: rows })}
      className={`fig min-w-5 rounded-full px-1.5 text-center text-13 ${rows > 0 ? 'bg-brass text-on-brass' : 'text-muted'}`}
    >
      {more ? `${rows}+` : rows}
    </span>
  )
}
