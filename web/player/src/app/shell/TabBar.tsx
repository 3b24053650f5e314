import { useLocation } from 'react-router'
import { Link } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { Icon, type IconName } from '@kit/ui/Icon'
import { tabPaths, type TabPath } from '@core/frame/places'

const icons: Record<TabPath, IconName> = { '/': 'home', '/products': 'goods', '/trade': 'trade', '/wallet': 'wallet', '/mine': 'person' }
const names = { '/': 'home', '/products': 'goods', '/trade': 'trade', '/wallet': 'wallet', '/mine': 'mine' } as const

interface TabBarProps {
  /** The tab that was pressed and is not shown yet, as its code is still on the way. */
  awaited: TabPath | null
  onPress: (path: TabPath) => void
}

/** The bottom tab bar; the trade tab is larger and raised. A pressed tab is lit at once. */
export function TabBar({ awaited, onPress }: TabBarProps) {
  const t = useText('common')
  const { pathname } = useLocation()
  const lit = awaited ?? pathname
  return (
    <nav
      aria-label={t('shell.tabs.label')}
      className="print:hidden fixed bottom-0 left-1/2 z-30 w-full max-w-[750px] -translate-x-1/2 border-t border-line bg-canvas pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="grid h-19 grid-cols-5 low:h-13">
        {tabPaths.map((path) => (
          <li key={path} className="min-w-0">
            <Link
              to={path}
              aria-keyshortcuts="ArrowUp"
              onClick={() => onPress(path)}
              aria-current={path === lit ? 'page' : undefined}
              className={`press relative flex h-full flex-col items-center justify-end gap-0.5 pb-2 low:pb-1 text-[clamp(11px,0.6875rem,13px)] leading-tight ${path === lit ? 'font-semibold text-brass-ink' : 'text-muted'}`}
            >
              {path === '/trade' ? <RaisedIcon /> : <Icon name={icons[path]} size={26} />}
              <span className="max-w-full truncate">{t(`shell.tabs.${names[path]}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function RaisedIcon() {
  return (
    <span className="absolute -top-5 left-1/2 flex size-16 -translate-x-1/2 low:-top-4 low:size-12 items-center justify-center">
      <span aria-hidden className="hexagon absolute inset-0 bg-canvas" />
      <span aria-hidden className="hexagon absolute inset-[3px] bg-brass" />
      <Icon name="trade" size={30} look="relative text-on-brass" />
    </span>
  )
}
