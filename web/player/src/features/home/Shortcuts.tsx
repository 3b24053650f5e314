import { Link } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { Icon, type IconName } from '@kit/ui/Icon'

const shortcuts = [
  { key: 'topUp', path: '/wallet?sheet=topup', icon: 'plus' },
  { key: 'swap', path: '/swap', icon: 'trade' },
  { key: 'withdraw', path: '/withdraw', icon: 'upload' },
  { key: 'movements', path: '/transaction', icon: 'clock' },
] as const satisfies readonly { key: string; path: string; icon: IconName }[]

/** What people come for most, one press away. */
export function Shortcuts() {
  const t = useText('home')
  return (
    <nav aria-label={t('shortcuts.label')}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-2 tiny:grid-cols-2">
        {shortcuts.map(({ key, path, icon }) => (
          <li key={key} className="min-w-0">
            <Link
              to={path}
              className="press flex h-full min-h-14 flex-col items-center justify-center gap-0.5 rounded-field border border-line bg-raised px-1 py-1.5 text-center text-[clamp(11px,0.6875rem,15px)] leading-tight font-medium"
            >
              <Icon name={icon} size={20} look="text-brass-ink" />
              <span className="max-w-full break-words hyphens-auto">{t(`shortcut.${key}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
