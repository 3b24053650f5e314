import type { EndlessList } from '@kit/ui/ListEnd'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { EmptyState } from '@kit/ui/EmptyState'
import { Rows } from '@kit/ui/Rows'
import { Time } from '@kit/ui/Time'
import type { Exchange } from './contract'
import { Rate } from './Rate'
import { ListSkeleton } from '@kit/ui/Loading'

/** The exchanges the person made, newest first. */
export function ExchangeRecords({ list }: { list: EndlessList<Exchange> }) {
  const t = useText('swap')
  return (
    <Rows
      keyOf={(made) => made.exchangeNo}
      look="figures"
      list={list}
      waiting={<ListSkeleton rows={2} height="66px" />}
      empty={<EmptyState title={t('records.empty')} hint={t('records.emptyHint')} />}
    >
      {(made) => (
        <div className="py-3">
          <p className="flex flex-wrap justify-between gap-x-3 text-15">
            <Amount value={made.payAmount} currency={made.pay} />
            <span className="ml-auto font-semibold text-gain">
              <Amount value={made.receiveAmount} currency={made.receive} signed />
            </span>
          </p>
          <p className="flex flex-wrap justify-between gap-x-3 text-13 text-muted">
            <Rate rate={made.rate} base={made.rateBase} quote={made.rateQuote} />
            <span>
              {t('facts.fee')} <Amount value={made.fee} currency={made.feeCurrency} />
            </span>
          </p>
          <p className="text-13 text-muted">
            <Time at={made.createdAt} as="second" />
          </p>
        </div>
      )}
    </Rows>
  )
}
