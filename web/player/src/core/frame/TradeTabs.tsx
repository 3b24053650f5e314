import { useText } from '@kit/i18n/text'
import { Link } from './links'

const tabs = [
  { value: 'sell', to: '/trade' },
  { value: 'box', to: '/trade?tab=box' },
] as const

/** The two halves of the raised tab: selling at market, and the game. Each is a screen of its own. */
export function TradeTabs({ value }: { value: (typeof tabs)[number]['value'] }) {
  const t = useText('common')
  return (
    <nav aria-label={t('tradeTabs.label')} className="mb-4 flex flex-wrap rounded-field border border-line bg-sunk p-1">
      {tabs.map((tab) => (
        <Link
          key={tab.value}
          to={tab.to}
          replace
          aria-current={tab.value === value ? 'page' : undefined}
          className="press flex min-h-11 min-w-fit flex-1 items-center justify-center rounded-lg px-2 text-center text-15 leading-tight max-[340px]:px-1 max-[340px]:text-13 text-muted aria-[current]:bg-raised aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:shadow-[0_0_0_1px_var(--line)]"
        >
          {t(`tradeTabs.${tab.value}`)}
        </Link>
      ))}
    </nav>
  )
}
