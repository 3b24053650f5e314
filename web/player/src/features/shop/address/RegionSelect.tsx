import { useMemo } from 'react'
import { localeOf } from '@kit/i18n/language'
import { useLanguage, useText } from '@kit/i18n/text'
import { useRegions } from '../useRegions'

/** Every country and region of ISO 3166-1, by its code of two letters. */
const regionCodes: readonly string[] =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

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
