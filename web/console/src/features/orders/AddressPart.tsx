import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { tellFault } from '@console/decide/approve'
import { Part } from '@console/frame/Panel'
import { showAddress } from './api'
import type { Address, Order } from './contract'

/** Where an order goes, shown at a press: the audit log says who saw it. */
export function AddressPart({ row }: { row: Order }) {
  const t = useText('console-waiting')
  const [address, setAddress] = useState<Address | null>(null)
  const [isAsking, setIsAsking] = useState(false)

  async function show() {
    setIsAsking(true)
    try {
      setAddress(await showAddress(row))
    } catch (fault) {
      tellFault(fault)
    } finally {
      setIsAsking(false)
    }
  }

  return (
    <Part title={t('orders.address.title')}>
      {address ? (
        <address translate="no" className="text-15 break-words not-italic">
          {address.name}
          <br />
          {address.phone}
          <br />
          {address.detail}
          <br />
          {address.region}
        </address>
      ) : (
        <>
          <Button size="small" kind="quiet" busy={isAsking} onClick={() => void show()}>
            {t('orders.address.show')}
          </Button>
          <p className="mt-1 text-13 text-muted">{t('orders.address.hint', { left: row.sightsLeft })}</p>
        </>
      )}
    </Part>
  )
}
