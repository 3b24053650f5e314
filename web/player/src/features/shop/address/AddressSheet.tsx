import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Skeletons } from '@kit/ui/Loading'
import { Sheet } from '@kit/ui/Sheet'
import { StatusChip } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import { Unreachable } from '@kit/ui/Unreachable'
import { useId, useState } from 'react'
import type { Address } from '../contract'
import { AddressForm } from './AddressForm'
import { AddressLines } from './AddressLines'
import { useAddressAct, useAddresses } from './api'
import { addressesMax, isNew } from './decideAddress'

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

interface AddressListProps {
  list: readonly Address[]
  chosen: string | null
  onChoose: ((id: string) => void) | undefined
  onEdit: (id: string) => void
}

/** The addresses, the usual one first. */
function AddressList({ list, chosen, onChoose, onEdit }: AddressListProps) {
  const t = useText('shop')
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3">
        {list.map((address) => (
          <li
            key={address.id}
            className={`rounded-card border bg-raised p-4 has-checked:border-brass-ink has-focus-visible:outline-2 has-focus-visible:outline-brass-ink ${onChoose ? 'border-edge' : 'border-line'}`}
          >
            <Entry address={address} chosen={chosen} onChoose={onChoose} onEdit={onEdit} />
          </li>
        ))}
      </ul>
      <p className="text-13 text-muted">{t('address.privacy')}</p>
    </div>
  )
}

function Entry({ address, chosen, onChoose, onEdit }: Omit<AddressListProps, 'list'> & { address: Address }) {
  const t = useText('shop')
  const id = useId()
  const [isAsked, setIsAsked] = useState(false)
  const act = useAddressAct(() => setIsAsked(false))
  const isBusy = (kind: 'delete' | 'setDefault') => act.isPending && act.variables.kind === kind
  return (
    <>
      <div className="flex items-start gap-3">
        {onChoose && (
          <input
            id={id}
            type="radio"
            name="address"
            aria-label={t('address.use', { name: address.name })}
            checked={address.id === chosen}
            onChange={() => onChoose(address.id)}
            className="mt-1.5 size-5 shrink-0 appearance-none rounded-full border border-edge outline-none checked:border-[6px] checked:border-brass-ink"
          />
        )}
        <label htmlFor={onChoose ? id : undefined} className="min-w-0 flex-1">
          {address.isDefault && <StatusChip tone="brass">{t('address.isDefault')}</StatusChip>}
          <AddressLines address={address} />
          {isNew(address, serverNow()) && (
            <span className="mt-1 block text-13 text-muted">
              {t('address.readyAt')} <Time at={address.readyAt} />
            </span>
          )}
        </label>
      </div>
      {isAsked ? (
        <div className="mt-2 border-t border-line pt-3">
          <p className="text-15">{t('address.delete.text')}</p>
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Button kind="quiet" size="small" disabled={act.isPending} onClick={() => setIsAsked(false)}>
              {t('address.delete.keep')}
            </Button>
            <Button kind="danger" size="small" busy={isBusy('delete')} onClick={() => act.mutate({ kind: 'delete', id: address.id })}>
              {t('address.delete.confirm')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="-mx-2 mt-2 -mb-2 flex flex-wrap gap-x-2">
          <Press onPress={() => onEdit(address.id)}>{t('address.edit.open')}</Press>
          {!address.isDefault && <Press onPress={() => !act.isPending && act.mutate({ kind: 'setDefault', id: address.id })}>{t('address.setDefault')}</Press>}
          <Press onPress={() => setIsAsked(true)}>{t('address.delete.open')}</Press>
        </div>
      )}
      <Unreachable fault={act.error} withRefusal />
    </>
  )
}

function Press({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button type="button" onClick={onPress} className="press min-h-11 px-2 text-15 font-medium text-brass-ink">
      {children}
    </button>
  )
}
