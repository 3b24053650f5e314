import { useLanguage, useText } from '@kit/i18n/text'
import { formatAmount } from '@kit/amount/format'
import type { Withdrawal } from './contract'

/** Why a withdrawal waits for people: the rule and its value. */
export function Why({ row: { cause, dayWorth } }: { row: Withdrawal }) {
  const t = useText('console-waiting')
  const language = useLanguage()
  return <>{t(`withdrawals.cause.${cause === '' ? 'none' : cause}`, { worth: formatAmount(dayWorth, language, { currency: 'USDT' }) })}</>
}
