import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { useDecision } from '@console/decide/useDecision'
import { Field } from '@console/form/fields'
import { useFirstField } from '@console/form/useFirstField'
import { ship } from './api'
import type { Order } from './contract'
import { shipmentOf, whatOf, type TypedShipment } from './decideOrders'

interface ShipFormProps {
  row: Order
  /** What is typed; the company stays for the next order. */
  typed: TypedShipment
  onType: (typed: TypedShipment) => void
  onShipped: () => void
  onCancel: () => void
}

/** How an order travels: whoever ships it ends its buyer's right to cancel. */
export function ShipForm({ row, typed, onType, onShipped, onCancel }: ShipFormProps) {
  const t = useText('console-waiting')
  const words = useText('console')
  const form = useFirstField()
  const [isTried, setIsTried] = useState(false)
  const { isSending, decide } = useDecision()

  function send() {
    setIsTried(true)
    const shipment = shipmentOf(typed)
    if (shipment === null || isSending) return
    void decide(
      () => ship(row, shipment),
      () => {
        onType({ ...typed, number: '', trackUrl: '' })
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
      <ShipmentFields typed={typed} onType={onType} isTried={isTried} />
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
  typed: TypedShipment
  onType: (typed: TypedShipment) => void
  isTried: boolean
}

export function ShipmentFields({ typed, onType, isTried }: ShipmentFieldsProps) {
  const t = useText('console-waiting')
  const missing = (text: string) => (isTried && text.trim() === '' ? t('orders.ship.missing') : null)
  return (
    <>
      <Field
        label={t('orders.ship.company')}
        value={typed.company}
        onChange={(company) => onType({ ...typed, company })}
        lengthMax={60}
        problem={missing(typed.company)}
      />
      <Field
        label={t('orders.ship.number')}
        value={typed.number}
        onChange={(number) => onType({ ...typed, number })}
        lengthMax={60}
        problem={missing(typed.number)}
      />
      <Field
        label={t('orders.ship.trackUrl')}
        value={typed.trackUrl}
        onChange={(trackUrl) => onType({ ...typed, trackUrl })}
        lengthMax={300}
        hint={t('orders.ship.trackUrlHint')}
      />
    </>
  )
}
