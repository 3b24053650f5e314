import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { useDecision } from '@console/decide/useDecision'
import { Field } from '@console/form/fields'
import { useFirstField } from '@console/form/useFirstField'
import { useKept } from '@console/form/useKept'
import { ship } from './api'
import type { Order } from './contract'
import { noParcel, shipmentOf, whatOf, type Parcel } from './decideOrders'

interface ShipFormProps {
  row: Order
  /** It stays for the next order. */
  company: string
  onCompany: (company: string) => void
  onShipped: () => void
  onCancel: () => void
}

/** How an order travels: whoever ships it ends its buyer's right to cancel. */
export function ShipForm({ row, company, onCompany, onShipped, onCancel }: ShipFormProps) {
  const t = useText('console-waiting')
  const words = useText('console')
  const form = useFirstField()
  const { value: kept, keep, settle } = useKept(`parcel.${row.orderNo}`, noParcel)
  const parcel = kept ?? noParcel
  const [isTried, setIsTried] = useState(false)
  const { isSending, decide } = useDecision()

  function send() {
    setIsTried(true)
    const shipment = shipmentOf(company, parcel)
    if (shipment === null || isSending) return
    void decide(
      () => ship(row, shipment),
      () => {
        settle(kept)
        onShipped()
      },
      () => t('orders.said.shipped', { what: whatOf(row) }),
    )
  }

  return (
    <form
      ref={form}
      aria-label={t('orders.ship.title')}
      className="mt-4 grid gap-2 rounded-field border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <ShipmentFields company={company} onCompany={onCompany} parcel={parcel} onParcel={keep} isTried={isTried} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" kind="main" type="submit" busy={isSending}>
          {t('orders.ship.action')}
        </Button>
        <Button size="small" kind="quiet" onClick={onCancel}>
          {words('form.notNow')}
        </Button>
      </div>
    </form>
  )
}

interface ShipmentFieldsProps {
  company: string
  onCompany: (company: string) => void
  parcel: Parcel
  onParcel: (parcel: Parcel) => void
  isTried: boolean
}

export function ShipmentFields({ company, onCompany, parcel, onParcel, isTried }: ShipmentFieldsProps) {
  const t = useText('console-waiting')
  const missing = (text: string) => (isTried && text.trim() === '' ? t('orders.ship.missing') : null)
  return (
    <>
      <Field label={t('orders.ship.company')} value={company} onChange={onCompany} lengthMax={60} problem={missing(company)} />
      <Field
        label={t('orders.ship.number')}
        value={parcel.number}
        onChange={(number) => onParcel({ ...parcel, number })}
        lengthMax={60}
        problem={missing(parcel.number)}
      />
      <Field
        label={t('orders.ship.trackUrl')}
        value={parcel.trackUrl}
        onChange={(trackUrl) => onParcel({ ...parcel, trackUrl })}
        lengthMax={300}
        hint={t('orders.ship.trackUrlHint')}
      />
    </>
  )
}
