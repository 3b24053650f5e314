import { useText } from '@kit/i18n/text'
import { useSession } from '@core/session/store'
import { Button } from '@kit/ui/Button'
import { demoWalletId } from '@core/wallet/provider'

/** In a demo: where the coins to send come from. */
export function DemoHint() {
  const t = useText('wallet-topup')
  const isDemo = useSession((state) => state.isDemo)
  const walletId = useSession((state) => state.walletId)
  if (!isDemo || walletId !== demoWalletId) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-dashed border-line p-3">
      <p className="min-w-40 flex-1 text-13 text-muted">{t('demo.text')}</p>
      <Button size="small" kind="quiet" onClick={() => void import('@core/wallet/demo/requests').then((module) => module.showDemoPanel(true))}>
        {t('demo.open')}
      </Button>
    </div>
  )
}
