import { useMutation } from '@tanstack/react-query'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import { connectedProvider, ensureChain } from '@core/session/connection'
import { useSession } from '@core/session/store'
import { addsNoTokens, addToken, noteAddsNoTokens, type ShownToken } from '@core/wallet/addToken'
import { demoWalletId } from '@kit/wallet/provider'

/** Lets the connected wallet show a currency's token; nothing where the wallet cannot, or none is attached. */
export function AddToken({ currency }: { currency: string }) {
  const t = useText('wallet')
  const { walletId, app, onChain } = useSession()
  const token = app?.networks.find((network) => network.chainId === app.chainId)?.tokens.find((one) => one.currency === currency)
  const ask = useMutation({
    mutationFn: (shown: ShownToken) => addTo(shown),
    onSuccess: (added) => {
      if (added === 'added') toast.success(t('token.added', { currency }))
      if (added === 'unknown' && walletId) noteAddsNoTokens(walletId)
    },
  })
  if (ask.data === 'unknown') return <Alert tone="plain">{t('token.unknown')}</Alert>
  // The session notes the chain when a wallet is attached.
  if (!token || !walletId || onChain === null || walletId === demoWalletId || addsNoTokens(walletId)) return null
  return (
    <Button kind="quiet" wide busy={ask.isPending} onClick={() => ask.mutate(token)}>
      {t('token.add', { currency })}
    </Button>
  )
}

/** A token of one chain is of no use to a wallet on another. */
async function addTo(token: ShownToken) {
  if (!(await ensureChain())) return 'refused'
  const provider = connectedProvider()
  return provider ? addToken(provider, token) : 'refused'
}
