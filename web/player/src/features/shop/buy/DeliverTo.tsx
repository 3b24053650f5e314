import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { AddressLines } from '../address/AddressLines'
import type { Address, GoodsOffer } from '../contract'
import { isDelivered } from '../decideGoods'
import { useRegions } from '../useRegions'

interface DeliverToProps {
  goods: GoodsOffer
  address: Address | null
  onChoose: () => void
}

/** Where the goods go, and where they can go at all. */
export function DeliverTo({ goods, address, onChoose }: DeliverToProps) {
  const t = useText('shop')
  const { list } = useFigures()
  const region = useRegions()
  const isOut = address !== null && !isDelivered(goods, address.region)
  return (
    <Card label={t('buy.deliver.title')}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-16 font-semibold">{t('buy.deliver.title')}</h2>
          {address ? <AddressLines address={address} /> : <p className="mt-1 text-15 text-muted">{t('buy.deliver.none')}</p>}
        </div>
        <Button size="small" kind={address ? 'quiet' : 'plain'} onClick={onChoose}>
          {t(address ? 'buy.deliver.change' : 'buy.deliver.choose')}
        </Button>
      </div>
      {isOut && (
        <div className="mt-2">
          <Alert>{t('buy.deliver.out')}</Alert>
        </div>
      )}
      <p className="mt-2 text-13 text-muted">
        {goods.regions.length === 0 ? t('buy.deliver.everywhere') : t('buy.deliver.regions', { regions: list(goods.regions.map(region)) })}
      </p>
    </Card>
  )
}
