import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatAmount, type Decimal } from '@kit/amount/format'
import type { TopUpNetwork } from '@kit/api/contract'
import { useLanguage, useText } from '@kit/i18n/text'
import { connectedProvider, ensureChain } from '@core/session/connection'
import { useSession } from '@core/session/store'
import { Alert } from '@kit/ui/Alert'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { Segmented } from '@kit/ui/Segmented'
import { readKept, storeKept } from '@kit/kept/kept'
import { tabStorage } from '@kit/kept/storage'
import { askOnce, useIsAsking } from '@core/deposit/askOnce'
import { sendFromWallet, type SendOutcome } from '@core/deposit/sendFromWallet'
import { useIsShown } from '@core/frame/useIsShown'
import { useTokenBalance } from '@core/deposit/tokenBalance'
import { DemoCoins } from '@core/deposit/DemoCoins'
import { Worth } from '@core/price/Worth'
import { decideObstacle, decideSteps, decideToken } from './decideTopUp'
import { TransferSteps } from './TransferSteps'

const problems = ['refused', 'no_gas', 'unsure'] as const

/** Sends a token from the person's own wallet to the treasury. */
export function TransferForm({ network, onSent }: { network: TopUpNetwork; onSent: (hash: string) => void }) {
  const t = useText('wallet')
  const language = useLanguage()
  const { onChain, app, userId } = useSession()
  const [currency, setCurrency] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [amount, setAmount] = useState<Decimal | null>(null)
  const [isPrompted, setIsPrompted] = useState(false)
  const isShown = useIsShown()
  const sentKey = `etld.sent.transfer ${userId ?? ''} ${network.network}`
  const isAsking = useIsAsking(sentKey)
  const switching = useMutation({ mutationFn: () => ensureChain(isShown) })
  const sending = useMutation({ mutationFn: sendAndKeep })
  // Whoever left while the wallet asked, and comes back, finds what became of it in place of another transfer.
  const follow = useEffectEvent((hash: string) => {
    storeKept(tabStorage, sentKey, null)
    onSent(hash)
  })
  useEffect(() => {
    const kept = isAsking ? null : readKept(tabStorage, sentKey, { hash: '' })
    if (kept) follow(kept.hash)
  }, [isAsking, sentKey])
  const token = decideToken(network, currency)
  const held = useTokenBalance(token)
  if (!token) return <p className="text-15 text-muted">{t('topUp.send.noTokens')}</p>
  const obstacle = decideObstacle({
    hasWallet: connectedProvider() !== null,
    onChain,
    networkChainId: network.chainId,
    appChainId: app?.chainId ?? null,
    amount,
    least: token.least,
    held: held.data ?? null,
  })
  if (obstacle === 'other_network') return <p className="text-15 text-muted">{t('topUp.send.other_network', { network: network.network })}</p>

  function write(text: string, value: Decimal | null) {
    setTyped(text)
    setAmount(value)
  }

  async function sendAndKeep(transfer: Parameters<typeof sendFromWallet>[0]): Promise<SendOutcome> {
    return askOnce(sentKey, async (isWanted) => {
      const outcome = await sendFromWallet(transfer, { isWanted })
      if (outcome.kind === 'sent') storeKept(tabStorage, sentKey, { hash: outcome.hash })
      return outcome
    })
  }

  const problem = problems.find((one) => one === sending.data?.kind)
  if (isAsking) {
    return (
      <div className="rounded-card border border-line bg-raised p-4">
        <TransferSteps states={decideSteps({ phase: 'asking', mined: 'unknown', receipt: null })} confirmations={null} />
      </div>
    )
  }
  const said =
    obstacle === 'too_little'
      ? t('topUp.send.too_little', { amount: formatAmount(token.least, language, { currency: token.currency }), currency: token.currency })
      : obstacle === 'too_much'
        ? t('topUp.send.too_much')
        : isPrompted && typed === ''
          ? t('topUp.send.prompt')
          : null
  const heldNote =
    held.data === undefined ? null : t('topUp.send.held', { amount: formatAmount(held.data, language, { currency: token.currency }), currency: token.currency })
  return (
    <div className="flex flex-col gap-3">
      {network.tokens.length > 1 && (
        <Segmented
          label={t('topUp.send.currency')}
          value={token.currency}
          onChange={(next) => {
            setCurrency(next)
            write('', null)
          }}
          of={network.tokens.map((one) => one.currency)}
        />
      )}
      <AmountField
        label={t('topUp.send.amount')}
        currency={token.currency}
        typed={typed}
        onChange={write}
        decimalsMax={Math.min(8, token.decimals)}
        problem={said}
        note={heldNote}
        worth={<Worth amount={amount} currency={token.currency} />}
        maximum={held.data ?? null}
      />
      {obstacle === 'wrong_chain' ? (
        <Button kind="main" wide busy={switching.isPending} onClick={() => switching.mutate(undefined, { onSuccess: sending.reset })}>
          {t('topUp.send.switch')}
        </Button>
      ) : (
        <Button
          kind="main"
          wide
          disabled={obstacle !== null && obstacle !== 'no_amount'}
          onClick={() => (amount === null ? setIsPrompted(true) : sending.mutate({ token, to: network.address, amount }))}
        >
          {obstacle === null
            ? t('topUp.send.action', { amount: formatAmount(amount, language, { currency: token.currency }), currency: token.currency })
            : t(`topUp.send.obstacle_${obstacle}`)}
        </Button>
      )}
      {problem && <Alert tone={problem === 'refused' ? 'plain' : 'loss'}>{t(`topUp.problem.${problem}`)}</Alert>}
      <p className="text-13 text-muted">{t('topUp.send.gas')}</p>
      <DemoCoins />
    </div>
  )
}
