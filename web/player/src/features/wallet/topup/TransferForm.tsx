import { useState } from 'react'
import { formatAmount, type Decimal } from '@kit/amount/format'
import type { TopUpNetwork } from '@kit/api/contract'
import { useLanguage, useText } from '@kit/i18n/text'
import { connectedProvider, ensureChain } from '@core/session/connection'
import { useSession } from '@core/session/store'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { Segmented } from '@kit/ui/Segmented'
import { sendFaultOf, type SendFault } from '@kit/wallet/provider'
import { useTokenBalance } from '@core/deposit/tokenBalance'
import { sendTransfer } from '@core/wallet/transfer'
import { DemoCoins } from '@core/deposit/DemoCoins'
import { Worth } from '@core/price/Worth'
import { useIsShown } from '@core/frame/useIsShown'
import { decideObstacle, decideSteps, decideToken } from './decideTopUp'
import { TransferSteps } from './TransferSteps'

type Sending = { state: 'editing'; problem: SendFault | null } | { state: 'switching' } | { state: 'asking' }

interface TransferFormProps {
  network: TopUpNetwork
  onSent: (hash: string) => void
}

/** Sends a token from the person's own wallet to the treasury. */
export function TransferForm({ network, onSent }: TransferFormProps) {
  const t = useText('wallet-topup')
  const language = useLanguage()
  const { address, onChain, app } = useSession()
  const [currency, setCurrency] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [amount, setAmount] = useState<Decimal | null>(null)
  const [isPrompted, setIsPrompted] = useState(false)
  const [sending, setSending] = useState<Sending>({ state: 'editing', problem: null })
  const isShown = useIsShown()
  const token = decideToken(network, currency)
  const held = useTokenBalance(token)
  if (!token) return <p className="text-15 text-muted">{t('send.noTokens')}</p>
  const obstacle = decideObstacle({
    hasWallet: connectedProvider() !== null,
    onChain,
    networkChainId: network.chainId,
    appChainId: app?.chainId ?? null,
    amount,
    held: held.data ?? null,
  })
  if (obstacle === 'other_network') return <p className="text-15 text-muted">{t('send.other_network', { network: network.network })}</p>

  function write(text: string, value: Decimal | null) {
    setTyped(text)
    setAmount(value)
  }

  async function switchNetwork() {
    setSending({ state: 'switching' })
    await ensureChain()
    setSending({ state: 'editing', problem: null })
  }

  async function send() {
    const provider = connectedProvider()
    if (!provider || !address || !token || !amount) return
    setSending({ state: 'asking' })
    try {
      if (!(await ensureChain())) {
        setSending({ state: 'editing', problem: null })
        return
      }
      const hash = await sendTransfer(provider, { from: address, token, to: network.address, amount })
      // Somebody who has left meanwhile is not brought back: the list of deposits on their way shows it.
      if (isShown()) onSent(hash)
    } catch (fault) {
      const problem = sendFaultOf(fault)
      if (problem !== 'refused') console.error('the wallet reported an error instead of a hash', fault)
      setSending({ state: 'editing', problem })
    }
  }

  if (sending.state === 'asking') {
    return (
      <div className="rounded-card border border-line bg-raised p-4">
        <TransferSteps states={decideSteps({ phase: 'asking', mined: 'unknown', receipt: null })} confirmations={null} />
      </div>
    )
  }
  const heldNote =
    held.data === undefined ? null : t('send.held', { amount: formatAmount(held.data, language, { currency: token.currency }), currency: token.currency })
  return (
    <div className="flex flex-col gap-3">
      {network.tokens.length > 1 && (
        <Segmented
          label={t('send.currency')}
          value={token.currency}
          onChange={(next) => {
            setCurrency(next)
            write('', null)
          }}
          options={network.tokens.map((one) => ({ value: one.currency, label: one.currency }))}
        />
      )}
      <AmountField
        label={t('send.amount')}
        currency={token.currency}
        typed={typed}
        onChange={write}
        decimalsMax={Math.min(8, token.decimals)}
        problem={obstacle === 'too_much' ? t('send.too_much') : isPrompted && typed === '' ? t('send.prompt') : null}
        note={heldNote}
        worth={<Worth amount={amount} currency={token.currency} />}
        maximum={held.data ?? null}
      />
      {obstacle === 'wrong_chain' ? (
        <Button kind="main" wide busy={sending.state === 'switching'} onClick={() => void switchNetwork()}>
          {t('send.switch')}
        </Button>
      ) : (
        <Button
          kind="main"
          wide
          disabled={obstacle !== null && obstacle !== 'no_amount'}
          onClick={() => (obstacle === 'no_amount' ? setIsPrompted(true) : void send())}
        >
          {obstacle === null
            ? t('send.action', { amount: formatAmount(amount, language, { currency: token.currency }), currency: token.currency })
            : t(`send.obstacle_${obstacle}`)}
        </Button>
      )}
      {sending.state === 'editing' && sending.problem && (
        <p role="alert" className={`text-15 ${sending.problem === 'refused' ? 'text-muted' : 'text-loss'}`}>
          {t(`problem.${sending.problem}`)}
        </p>
      )}
      <p className="text-13 text-muted">{t('send.gas')}</p>
      <DemoCoins />
    </div>
  )
}
