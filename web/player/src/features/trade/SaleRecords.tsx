import type { EndlessList } from '@kit/ui/ListEnd'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { EmptyState } from '@kit/ui/EmptyState'
import { Rows } from '@kit/ui/Rows'
import { Time } from '@kit/ui/Time'
import type { Sale } from './contract'
import { ListSkeleton } from '@kit/ui/Loading'

/** The person's sales, newest first, also those made by an exchange. */
export function SaleRecords({ list }: { list: EndlessList<Sale> }) {
  const t = useText('trade')
  return (
    <Rows
      keyOf={(sale) => sale.saleNo}
      look="figures"
      list={list}
      waiting={<ListSkeleton rows={2} height="66px" />}
      empty={<EmptyState title={t('records.empty')} hint={t('records.emptyHint')} />}
    >
      {(sale) => (
        <div className="py-3">
          <p className="flex flex-wrap justify-between gap-x-3 text-15">
            <Amount value={sale.filled} currency="ETLD" />
            <span className="ml-auto font-semibold text-gain">
              <Amount value={sale.net} currency="USDT" signed />
            </span>
          </p>
          <p className="flex flex-wrap justify-between gap-x-3 text-13 text-muted">
            <span>
              {t('facts.average')} <Amount value={sale.average} currency="USDT" />
            </span>
            <span>
              {t('records.fee')} <Amount value={sale.fee} currency="USDT" />
            </span>
          </p>
          {/[1-9]/.test(sale.unfilled) && (
            <p className="text-13 text-muted">
              {t('facts.unfilled')} <Amount value={sale.unfilled} currency="ETLD" />
            </p>
          )}
          <p className="text-13 text-muted">
            <Time at={sale.createdAt} as="second" /> · {t(sale.via === 'swap' ? 'via.swap' : 'via.trade')}
          </p>
        </div>
      )}
    </Rows>
  )
}
