import { compareAmounts } from '@kit/amount/compare'
import { useText } from '@kit/i18n/text'
import { DemoCoins } from '../deposit/DemoCoins'
import { useSession } from '../session/store'
import { useTokenBalance } from '../deposit/tokenBalance'
import type { Progress } from './contract'
import { useFigures } from '@kit/amount/useFigures'

/** What the wallet holds of the token to pay with; where it is too little, it says so before the wallet does. */
export function WalletHolding({ payment }: { payment: Progress }) {
  const t = useText('checkout')
  const { money } = useFigures()
  const token = useSession((state) =>
    state.app?.networks.find(({ network }) => network === payment.network)?.tokens.find(({ currency }) => currency === payment.currency),
  )
  const { data: held } = useTokenBalance(token ?? null)
  if (held === undefined) return null
  const isShort = compareAmounts(held, payment.rest) < 0
  return (
    <>
      <p className={`text-center text-13 ${isShort ? 'text-loss' : 'text-muted'}`}>
        {t(isShort ? 'held.short' : 'held.enough', { amount: money(held, payment.currency) })}
      </p>
      {isShort && <DemoCoins />}
    </>
  )
}
