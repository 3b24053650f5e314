import { useId, useState, type FormEvent } from 'react'
import { useText } from '@kit/i18n/text'
import { readKept, storeKept } from '@kit/kept/kept'
import { tabStorage } from '@kit/kept/storage'
import { useSession } from '@core/session/store'
import { TextField } from '@kit/ui/TextField'
import { Unreachable } from '@kit/ui/Unreachable'
import type { Address } from '../contract'
import { useAddressAct } from './api'
import { lengths, nothingTyped, problemsOf, trimmed, type AddressInput } from './decideAddress'
import { RegionSelect } from './RegionSelect'

interface AddressFormProps {
  id: string
  /** The one to change; null for a new one. */
  address: Address | null
  onSaving: (isSaving: boolean) => void
  onSaved: (id: string) => void
}

/** Name, number and where it is. What is missing is asked for once somebody wants to save it. */
export function AddressForm({ id, address, onSaving, onSaved }: AddressFormProps) {
  const t = useText('shop')
  const base = useId()
  // A new one that is half entered is found again: a swipe closes the sheet.
  const draftKey = `etld.draft.${useSession((state) => state.userId ?? '')} address`
  const [typed, setTyped] = useState<AddressInput>(() =>
    address
      ? { name: address.name, phone: address.phone, region: address.region, detail: address.detail }
      : (readKept(tabStorage, draftKey, nothingTyped) ?? nothingTyped),
  )
  const [isPressed, setIsPressed] = useState(false)
  const act = useAddressAct((id) => {
    if (!address) storeKept(tabStorage, draftKey, null)
    onSaved(id)
  })
  const problems = problemsOf(typed)
  const said = (field: 'name' | 'phone' | 'detail') => {
    const problem = problems[field]
    return isPressed && problem ? t(`address.${field}.${problem}`) : null
  }
  function change(change: Partial<AddressInput>): void {
    const next = { ...typed, ...change }
    setTyped(next)
    if (!address) storeKept(tabStorage, draftKey, next)
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    setIsPressed(true)
    const [first] = Object.keys(problems)
    if (first !== undefined) {
      document.getElementById(`${base}-${first}`)?.focus()
      return
    }
    if (act.isPending) return
    onSaving(true)
    const input = trimmed(typed)
    act.mutate(address ? { kind: 'edit', id: address.id, address: input } : { kind: 'add', address: input }, { onSettled: () => onSaving(false) })
  }

  return (
    <form id={id} noValidate onSubmit={save} className="flex flex-col gap-4">
      <TextField
        id={`${base}-name`}
        label={t('address.name')}
        value={typed.name}
        onChange={(name) => change({ name })}
        problem={said('name')}
        autoComplete="name"
        lengthMax={lengths.name * 2}
      />
      <TextField
        id={`${base}-phone`}
        label={t('address.phone')}
        value={typed.phone}
        onChange={(phone) => change({ phone })}
        problem={said('phone')}
        autoComplete="tel"
        inputMode="tel"
        lengthMax={lengths.phone}
      />
      <RegionSelect id={`${base}-region`} value={typed.region} onChange={(region) => change({ region })} />
      <TextField
        id={`${base}-detail`}
        label={t('address.detail')}
        value={typed.detail}
        onChange={(detail) => change({ detail })}
        problem={said('detail')}
        autoComplete="street-address"
        lengthMax={lengths.detail * 2}
        rows={3}
      />
      <Unreachable fault={act.error} withRefusal />
      <p className="text-13 text-muted">{t('address.privacy')}</p>
    </form>
  )
}
