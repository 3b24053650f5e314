import { Link } from '@core/frame/links'
import type { Place } from '@core/frame/places'
import type { KeyTail } from '@kit/i18n/catalogues'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { MenuIcon, type MenuIconName } from './MenuIcon'

const groups: readonly { name: KeyTail<'user', 'group.'>; entries: readonly { key: MenuIconName; to: Place }[] }[] = [
  {
    name: 'assets',
    entries: [
      { key: 'machines', to: '/myMiner' },
      { key: 'transactions', to: '/transaction' },
      { key: 'withdrawals', to: '/withdrawRecord' },
      { key: 'orders', to: '/order' },
    ],
  },
  {
    name: 'together',
    entries: [
      { key: 'nodes', to: '/chain' },
      { key: 'pool', to: '/dividendPool' },
      { key: 'team', to: '/team' },
      { key: 'invite', to: '/share' },
    ],
  },
  {
    name: 'account',
    entries: [
      { key: 'notices', to: '/mine?view=notices' },
      { key: 'sessions', to: '/mine?view=sessions' },
      { key: 'limits', to: '/trade?tab=box&view=limits' },
      { key: 'data', to: '/mine?view=data' },
      { key: 'news', to: '/news' },
      { key: 'language', to: '/lang' },
      { key: 'help', to: '/mine?view=help' },
    ],
  },
]

/** The way to every other screen. */
export function Menu({ unread }: { unread: number }) {
  const t = useText('user')
  return (
    <nav aria-label={t('menu.label')} className="flex flex-col gap-4">
      {groups.map((group) => (
        <section key={group.name}>
          <h2 className="mb-2 text-13 text-muted">{t(`group.${group.name}`)}</h2>
          <ul className="overflow-hidden rounded-card border border-line bg-raised">
            {group.entries.map(({ key, to }) => (
              <li key={key} className="border-b border-line last:border-b-0">
                <Link to={to} className="press flex min-h-13 items-center gap-3 px-4 py-1.5 text-15">
                  <span className="text-brass-ink">
                    <MenuIcon name={key} />
                  </span>
                  <span className="min-w-0 flex-1">{t(`menu.${key}`)}</span>
                  {key === 'notices' && unread > 0 && (
                    <span className="fig rounded-full bg-brass px-2 text-13 font-semibold text-on-brass">
                      <span className="sr-only">{t('menu.unread')} </span>
                      {unread}
                    </span>
                  )}
                  <Icon name="forward" size={18} look="text-muted" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
