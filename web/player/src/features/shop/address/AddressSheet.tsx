import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Skeletons } from '@kit/ui/Loading'
import { Sheet } from '@kit/ui/Sheet'
import { AddressForm } from './AddressForm'
import { AddressList } from './AddressList'
import { useAddresses } from './api'
import { addressesMax } from './decideAddress'

interface AddressSheetProps {
  /** The one that is chosen at first; without `onChoose` nothing is. */
  chosen: string | null
  /** Takes the choice back to the order. */
  onChoose?: (id: string) => void
  onClose: () => void
}

const formId = 'address-form'

/** Where things are sent to: choose, add, change, delete, and say which is the usual one. */
export function AddressSheet({ chosen, onChoose, onClose }: AddressSheetProps) {
  const t = useText('shop')
  const addresses = useAddresses()
  const list = addresses.data?.list ?? []
  /** The address under change, a new one, or none. */
  const [edited, setEdited] = useState<string | null>(null)
  // Choosing takes nothing yet: arrow keys go through the list.
  const [own, setPicked] = useState<string | null>(null)
  const picked = own ?? chosen
  const [isSaving, setIsSaving] = useState(false)
  const isNew = edited === 'new' || (addresses.data !== undefined && list.length === 0)
  const address = list.find(({ id }) => id === edited) ?? null
  const isForm = isNew || address !== null
  const isFull = list.length >= addressesMax

  function saving(isSaving: boolean): void {
    setIsSaving(isSaving)
    // The first one is in the list before it is done.
    if (isSaving && isNew) setEdited('new')
  }

  function saved(id: string): void {
    // Who adds one in an order wants it sent there.
    if (isNew && onChoose) onChoose(id)
    else setEdited(null)
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={isForm ? t(isNew ? 'address.add' : 'address.edit') : t('address.title')}
      footer={
        isForm ? (
          <div className="flex flex-wrap gap-2 *:flex-1 *:basis-32">
            {list.length > 0 && (
              <Button kind="quiet" disabled={isSaving} onClick={() => setEdited(null)}>
                {t('address.back')}
              </Button>
            )}
            <Button kind="main" type="submit" form={formId} busy={isSaving}>
              {t(isNew && onChoose ? 'address.saveAndUse' : 'address.save')}
            </Button>
          </div>
        ) : addresses.data ? (
          <div className="flex flex-wrap gap-2 *:flex-1 *:basis-32">
            <Button kind={onChoose ? 'quiet' : 'plain'} disabled={isFull} onClick={() => setEdited('new')}>
              {isFull ? t('address.full', { max: addressesMax }) : t('address.add')}
            </Button>
            {onChoose && picked !== null && list.some(({ id }) => id === picked) && (
              <Button kind="main" onClick={() => onChoose(picked)}>
                {t('address.take')}
              </Button>
            )}
          </div>
        ) : undefined
      }
    >
      <div className="min-h-[88dvh]">
        <Answer of={addresses} waiting={<Skeletons heights={['108px', '108px', '108px']} />}>
          {() =>
            isForm ? (
              <AddressForm key={address?.id ?? 'new'} id={formId} address={address} onSaving={saving} onSaved={saved} />
            ) : (
              <AddressList list={list} chosen={picked} onChoose={onChoose && setPicked} onEdit={setEdited} />
            )
          }
        </Answer>
      </div>
    </Sheet>
  )
}
