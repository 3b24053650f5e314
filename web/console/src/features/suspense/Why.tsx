import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Time } from '@kit/ui/Time'
import { Announced } from '@console/words/Announced'
import type { Deposit } from './contract'
import { whyOf } from './decideSuspense'

/** Why a deposit is here, and what is next. */
export function Why({ row }: { row: Deposit }) {
  const t = useText('console-waiting')
  return (
    <>
      <Announced by={t(`suspense.why.${whyOf(row, serverNow())}`)}>{row.assignFrom && <Time at={row.assignFrom} plain />}</Announced>
    </>
  )
}
