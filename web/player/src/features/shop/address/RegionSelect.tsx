import { useMemo } from 'react'
import { localeOf } from '@kit/i18n/language'
import { useLanguage, useText } from '@kit/i18n/text'
import { useRegions } from '../useRegions'
import { regionCodes } from './regionCodes'

interface RegionSelectProps {
  id: string
  value: string
  onChange: (code: string) => void
}

/** The country or region, by its name in the reader's language; it may be left open. */
export function RegionSelect({ id, value, onChange }: RegionSelectProps) {
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
