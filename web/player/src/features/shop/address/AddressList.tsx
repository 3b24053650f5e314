import { useId, useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { serverNow } from '@kit/time/clock'
import { StatusChip } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import { Unreachable } from '@kit/ui/Unreachable'
import type { Address } from '../contract'
import { AddressLines } from './AddressLines'
import { useAddressAct } from './api'
import { isNew } from './decideAddress'

interface AddressListProps {
  list: readonly Address[]
  chosen: string | null
  onChoose: ((id: string) => void) | undefined
  onEdit: (id: string) => void
}

/** The addresses, the usual one first. */
export function AddressList({ list, chosen, onChoose, onEdit }: AddressListProps) {
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
