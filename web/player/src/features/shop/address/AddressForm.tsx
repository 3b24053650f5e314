import { useSession } from '@core/session/store'
import { localeOf } from '@kit/i18n/language'
import { useLanguage, useText } from '@kit/i18n/text'
import { readKept, storeKept } from '@kit/kept/kept'
import { tabStorage } from '@kit/kept/storage'
import { TextField } from '@kit/ui/TextField'
import { Unreachable } from '@kit/ui/Unreachable'
import { type FormEvent, useId, useMemo, useState } from 'react'
import type { Address } from '../contract'
import { useRegions } from '../useRegions'
import { useAddressAct } from './api'
import { lengths, nothingTyped, problemsOf, trimmed, type AddressInput } from './decideAddress'

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

/** Every country and region of ISO 3166-1, by its code of two letters. */
const regionCodes: readonly string[] =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** The country or region, by its name in the reader's language; it may be left open. */
function RegionSelect({ id, value, onChange }: { id: string; value: string; onChange: (code: string) => void }) {
  const t = useText('shop')
  const language = useLanguage()
  const nameOf = useRegions()
  const regions = useMemo(() => {
    const { compare } = new Intl.Collator(localeOf(language))
    return regionCodes.map((code) => ({ code, name: nameOf(code) })).toSorted((left, right) => compare(left.name, right.name))
    // Names change with the language alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [language])
  return (
    <div>
      <label htmlFor={id} className="block text-13 text-muted">
        {t('address.region')}
      </label>
      {/* The border is the frame's, so that the arrow keeps its distance from it. */}
      <span className="mt-1 block rounded-field border border-edge bg-raised pr-3">
        <select
          id={id}
          value={value}
          autoComplete="country"
          onChange={(event) => onChange(event.target.value)}
          className="min-h-12 w-full rounded-field bg-transparent px-3 text-16"
        >
          <option value="">{t('address.region.open')}</option>
          {regions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </span>
    </div>
  )
}
