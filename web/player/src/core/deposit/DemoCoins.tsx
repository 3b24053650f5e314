import { useMutation } from '@tanstack/react-query'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import { useSession } from '@core/session/store'
import { askFaucet } from '@core/wallet/demo/faucet'
import { demoWalletId } from '@kit/wallet/provider'
import { answers } from '../session/cache'
import { tokenBalanceKey } from './tokenBalance'

/** In a demo: gives the demo wallet the coins it is to send, where they are missed. */
export function DemoCoins() {
  const t = useText('deposit')
  const { isDemo, walletId, address } = useSession()
  const fill = useMutation({
    mutationFn: askFaucet,
    onSuccess: async (isGiven) => {
      if (!isGiven) toast.error(t('coins.none'))
      else await answers.invalidateQueries({ queryKey: [tokenBalanceKey] })
    },
  })
  if (!isDemo || walletId !== demoWalletId || !address) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-dashed border-line p-3">
      <p className="min-w-40 flex-1 text-13 text-muted">{t('coins.text')}</p>
      <Button size="small" kind="quiet" busy={fill.isPending} onClick={() => fill.mutate(address)}>
        {t('coins.get')}
      </Button>
    </div>
  )
}
