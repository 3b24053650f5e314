import { Link } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Icon, type IconName } from '@kit/ui/Icon'

const links = [
  { key: 'withdraw', path: '/withdraw', icon: 'upload' },
  { key: 'exchange', path: '/finance', icon: 'trade' },
  { key: 'movements', path: '/transaction', icon: 'clock' },
] as const satisfies readonly { key: string; path: string; icon: IconName }[]

/** What can be done with the assets; topping up is the main one. */
export function WalletActions({ onTopUp }: { onTopUp: () => void }) {
  const t = useText('wallet')
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Button kind="main" wide onClick={onTopUp}>
        <Icon name="plus" />
        {t('action.topUp')}
      </Button>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-2">
        {links.map(({ key, path, icon }) => (
          <li key={key}>
            <Link
              to={path}
              className="press flex min-h-11 flex-col items-center justify-center gap-1 rounded-field border border-line bg-sunk px-1 py-2 text-center text-13 leading-tight font-medium"
            >
              <Icon name={icon} look="text-brass-ink" />
              {t(`action.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
