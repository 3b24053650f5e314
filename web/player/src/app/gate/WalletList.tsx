import { Suspense } from 'react'
import { late } from '@core/frame/late'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { demoWalletId, type WalletChoice } from '@kit/wallet/provider'
import { PageSpinner } from '../shell/PageSpinner'

const WalletApps = late(() => import('./WalletApps').then((module) => module.WalletApps))

interface WalletListProps {
  wallets: readonly WalletChoice[]
  onChoose: (wallet: WalletChoice) => void
}

/** The wallets found in this browser; where there is none, the ways to a browser that has one. */
export function WalletList({ wallets, onChoose }: WalletListProps) {
  const t = useText('gate')
  if (wallets.length === 0) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <WalletApps />
      </Suspense>
    )
  }
  return (
    <ul className="flex flex-col gap-2">
      {wallets.map((wallet) => (
        <li key={wallet.id}>
          <button
            type="button"
            onClick={() => onChoose(wallet)}
            className="press flex min-h-16 w-full items-center gap-3 rounded-card border border-line bg-raised px-4 text-left"
          >
            <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-field bg-sunk text-brass-ink">
              {wallet.icon ? <img src={wallet.icon} alt="" width={40} height={40} /> : <Icon name="wallet" />}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{wallet.id === demoWalletId ? t('demoWallet') : wallet.name || t('browserWallet')}</span>
              {wallet.id === demoWalletId && <span className="block text-13 text-muted">{t('demoWalletHint')}</span>}
            </span>
            <Icon name="forward" />
          </button>
        </li>
      ))}
    </ul>
  )
}
