import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Time } from '@kit/ui/Time'
import { Announced } from '@console/words/Announced'
import type { Order } from './contract'
import { whyOf } from './decideOrders'

/** Why an order is here, and until when or from when it can be shipped. */
export function Why({ row }: { row: Order }) {
  const t = useText('console-waiting')
  const why = whyOf(row, serverNow())
  const at = why === 'addressNew' ? row.shipFrom : row.shipBy
  return (
    <>
      <Announced by={t(`orders.why.${why}`)}>{at && <Time at={at} plain />}</Announced>
    </>
  )
}
