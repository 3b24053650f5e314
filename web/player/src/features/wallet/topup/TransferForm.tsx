import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount, type Decimal } from '@kit/amount/format'
import type { TopUpNetwork } from '@kit/api/contract'
import { useLanguage, useText } from '@kit/i18n/text'
import { connectedProvider, ensureChain } from '@core/session/connection'
import { useSession } from '@core/session/store'
import { Alert } from '@kit/ui/Alert'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { Segmented } from '@kit/ui/Segmented'
import { sendFromWallet } from '@core/deposit/sendFromWallet'
import { useTokenBalance } from '@core/deposit/tokenBalance'
import { DemoCoins } from '@core/deposit/DemoCoins'
import { Worth } from '@core/price/Worth'
import { decideObstacle, decideSteps, decideToken } from './decideTopUp'
import { TransferSteps } from './TransferSteps'

const problems = ['refused', 'no_gas', 'unsure'] as const

interface TransferFormProps {
  network: TopUpNetwork
  onSent: (hash: string) => void
}

/** Sends a token from the person's own wallet to the treasury. */
export function TransferForm({ network, onSent }: TransferFormProps) {
  const t = useText('wallet')
  const language = useLanguage()
  const { onChain, app } = useSession()
  const [currency, setCurrency] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [amount, setAmount] = useState<Decimal | null>(null)
  const [isPrompted, setIsPrompted] = useState(false)
  const switching = useMutation({ mutationFn: ensureChain })
  const sending = useMutation({ mutationFn: (transfer: Parameters<typeof sendFromWallet>[0]) => sendFromWallet(transfer) })
  const token = decideToken(network, currency)
  const held = useTokenBalance(token)
  if (!token) return <p className="text-15 text-muted">{t('topUp.send.noTokens')}</p>
  const obstacle = decideObstacle({
    hasWallet: connectedProvider() !== null,
    onChain,
    networkChainId: network.chainId,
    appChainId: app?.chainId ?? null,
    amount,
    held: held.data ?? null,
  })
  if (obstacle === 'other_network') return <p className="text-15 text-muted">{t('topUp.send.other_network', { network: network.network })}</p>

  function write(text: string, value: Decimal | null) {
    setTyped(text)
    setAmount(value)
  }

  function send() {
    if (!token || !amount) return
    sending.mutate(
      { token, to: network.address, amount },
      // Somebody who has left meanwhile is not brought back: the list of deposits on their way shows it.
      { onSuccess: (outcome) => outcome.kind === 'sent' && onSent(outcome.hash) },
    )
  }

  const problem = problems.find((one) => one === sending.data?.kind)
  if (sending.isPending) {
    return (
      <div className="rounded-card border border-line bg-raised p-4">
        <TransferSteps states={decideSteps({ phase: 'asking', mined: 'unknown', receipt: null })} confirmations={null} />
      </div>
    )
  }
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
          options={network.tokens.map((one) => ({ value: one.currency, label: one.currency }))}
        />
      )}
      <AmountField
        label={t('topUp.send.amount')}
        currency={token.currency}
        typed={typed}
        onChange={write}
        decimalsMax={Math.min(8, token.decimals)}
        problem={obstacle === 'too_much' ? t('topUp.send.too_much') : isPrompted && typed === '' ? t('topUp.send.prompt') : null}
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
          onClick={() => (obstacle === 'no_amount' ? setIsPrompted(true) : send())}
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
