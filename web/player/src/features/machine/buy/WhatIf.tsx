import { useState } from 'react'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { AmountFact, Fact } from '@kit/ui/Facts'
import { dearestOf, decideWhatIf, priceAt, priceSteps, stepOf, type WhatIfFacts } from './decideWhatIf'

export interface WhatIfProps {
  facts: WhatIfFacts
  /** What a seller of ETLD really gets today. */
  bid: string
  breakEven: string | null
}

const tenthsMin = 10
const tenthsMax = 50

/** Before the network has closed a day nobody knows what a T brings. */
export function NoRate() {
  const t = useText('machine')
  return <p className="text-15 text-muted">{t('whatIf.noRate')}</p>
}

/** Two sliders, a price and the network's power, move what is not certain; what is certain stands still. */
export function WhatIf({ facts, bid, breakEven }: WhatIfProps) {
  const t = useText('machine')
  const { figure, money } = useFigures()
  // The scale stays as it was drawn: a new bid must not move it under the finger.
  const [dearest] = useState(() => dearestOf(bid, breakEven))
  const [step, setStep] = useState(() => stepOf(dearest, bid))
  const [tenths, setTenths] = useState(tenthsMin)
  const price = priceAt(dearest, step)
  const { etld, worth, rest } = decideWhatIf(facts, { price, networkTenths: tenths })
  const shownPrice = money(price, 'USDT', { decimalsMin: 2, decimalsMax: 4 })
  const shownNetwork = `× ${figure(String(tenths / 10))}`
  return (
    <section aria-label={t('whatIf.title')}>
      <Slider label={t('whatIf.price')} shown={shownPrice} min={0} max={priceSteps} value={step} onChange={setStep} />
      <Slider label={t('whatIf.network')} shown={shownNetwork} min={tenthsMin} max={tenthsMax} value={tenths} onChange={setTenths} />
      <dl aria-live="polite" className="divide-y divide-dashed divide-line">
        <Fact name={t('whatIf.etld')}>
          ≈ <Amount value={etld} currency="ETLD" decimalsMax={4} />
        </Fact>
        <Fact name={t('whatIf.worth')}>
          ≈ <Amount value={worth} currency="USDT" decimalsMin={2} decimalsMax={2} />
        </Fact>
        <AmountFact name={t('whatIf.certain')} value={facts.certainCost} currency="USDT" note={t('whatIf.certainNote')} />
        <Fact name={t('whatIf.rest')} strong>
          ≈ <Amount value={rest} currency="USDT" decimalsMin={2} decimalsMax={2} toned />
        </Fact>
      </dl>
      <p className="mt-2 text-13 text-muted">{t('whatIf.note')}</p>
    </section>
  )
}

interface SliderProps {
  label: string
  shown: string
  min: number
  max: number
  value: number
  onChange: (value: number) => void
}

function Slider({ label, shown, min, max, value, onChange }: SliderProps) {
  return (
    <label className="block text-15">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-muted">{label}</span>
        <span className="fig font-semibold">{shown}</span>
      </span>
      <input
        type="range"
        min={min}
        max={max}
        value={value}
        aria-valuetext={shown}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="block h-11 w-full cursor-pointer accent-[var(--brass-ink)]"
      />
    </label>
  )
}
