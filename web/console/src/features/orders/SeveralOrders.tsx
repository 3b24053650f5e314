import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { tellFault } from '@console/decide/approve'
import { Field } from '@console/form/fields'
import { useKept } from '@console/form/useKept'
import { Several } from '@console/queue/Several'
import { invalidate, saveLabels, ship } from './api'
import type { Order } from './contract'
import { noParcel, shipmentOf } from './decideOrders'
import { ShipmentFields } from './ShipForm'

interface SeveralOrdersProps {
  rows: readonly Order[]
  company: string
  onCompany: (company: string) => void
  onKept: (orderNos: string[]) => void
}

/** Several orders at once: in one parcel, as labels, or ended for one reason. */
export function SeveralOrders({ rows, company, onCompany, onKept }: SeveralOrdersProps) {
  const t = useText('console-waiting')
  const { value: kept, keep } = useKept('orders.ended', '')
  const reason = kept ?? ''
  // A parcel is that of the orders that were selected when it was typed.
  const selected = rows.map(({ orderNo }) => orderNo).join()
  const [typed, setTyped] = useState({ selected, parcel: noParcel })
  const parcel = typed.selected === selected ? typed.parcel : noParcel
  const shipment = shipmentOf(company, parcel)
  return (
    <Several
      rows={rows}
      keyOf={({ orderNo }) => orderNo}
      nameOf={({ orderNo, goods }) => `${goods} ${orderNo}`}
      done={t('orders.several.done')}
      onKept={(failed) => {
        if (failed.length === 0) keep(null)
        onKept(failed)
      }}
      acts={[
        {
          name: t('orders.several.ship'),
          problem: shipment === null ? t('orders.ship.missing') : null,
          act: (row) => (shipment ? ship(row, shipment) : Promise.reject()),
        },
        {
          name: t('orders.several.invalidate'),
          isDanger: true,
          problem: reason.trim().length < 3 ? t('orders.several.reasonMissing') : null,
          act: (row) => invalidate(row, reason.trim()),
        },
      ]}
    >
      <ShipmentFields company={company} onCompany={onCompany} parcel={parcel} onParcel={(parcel) => setTyped({ selected, parcel })} isTried={false} />
      <Field label={t('orders.invalidate.reason')} value={reason} onChange={keep} />
      <LabelsButton orderNos={rows.map(({ orderNo }) => orderNo)} />
    </Several>
  )
}

/** A file of labels: of some orders, or of those that wait longest. */
export function LabelsButton({ orderNos }: { orderNos?: string[] }) {
  const t = useText('console-waiting')
  const [isAsking, setIsAsking] = useState(false)
  const [{ unopened, notReady }, setLeftOut] = useState<Awaited<ReturnType<typeof saveLabels>>>({ unopened: [], notReady: [] })

  async function save() {
    setIsAsking(true)
    try {
      setLeftOut(await saveLabels(orderNos))
    } catch (fault) {
      tellFault(fault)
    } finally {
      setIsAsking(false)
    }
  }

  return (
    <>
      <Button size="small" kind="quiet" busy={isAsking} onClick={() => void save()}>
        {t(orderNos ? 'orders.labels.these' : 'orders.labels.oldest')}
      </Button>
      <p role="status" className="text-13 text-loss empty:hidden">
        {unopened.length > 0 && t('orders.labels.unopened', { orders: unopened.join(', ') })}
        {notReady.length > 0 && <span className="block">{t('orders.labels.notReady', { orders: notReady.join(', ') })}</span>}
      </p>
    </>
  )
}
