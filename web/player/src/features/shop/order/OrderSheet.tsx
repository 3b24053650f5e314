import { Detail } from '@core/frame/Detail'
import { useText } from '@kit/i18n/text'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Skeletons } from '@kit/ui/Loading'
import { useOrder } from './api'
import { CancelOrder } from './CancelOrder'
import { OrderDetails } from './OrderDetails'

/** One order: where it stands, where it goes, what it cost, and the way back while there is one. */
export function OrderSheet({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const t = useText('shop-order')
  const answer = useOrder(orderNo)
  const order = answer.data
  return (
    <Detail onClose={onClose} title={t('sheet.title')} footer={order?.actions.includes('cancel') ? <CancelOrder order={order} /> : undefined}>
      {/* One height, whatever comes. */}
      <div className="min-h-[80dvh]">
        {answer.isPending && <Skeletons heights={['96px', '120px', '240px']} className="flex flex-col gap-4" />}
        <ErrorRetry of={answer} missing={t('sheet.missing')} />
        {order && <OrderDetails order={order} />}
      </div>
    </Detail>
  )
}
