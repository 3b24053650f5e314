import { useState } from 'react'
import { useLanguage, useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { formatDay, platformDay, zoneName } from '@kit/time/zone'
import { ChoiceRow } from '@kit/ui/ChoiceRow'
import { Icon } from '@kit/ui/Icon'
import { SearchField } from '@kit/ui/SearchField'
import { Segmented } from '@kit/ui/Segmented'
import { HeadAct } from '@core/frame/HeadAct'
import { Screen } from '@core/frame/Screen'
import { useFilter } from '@core/frame/useFilter'
import { useSearchState } from '@core/frame/useSearchState'
import { useSheet } from '@core/frame/useSheet'
import { currencies } from '../assets/decideAssets'
import { useMovements } from './api'
import { movementTypeOf, movementTypes, type MovementType } from './decideMovements'
import { presetOf, rangeOf, presets, rangeOfPreset, type DayRange } from './decideRange'
import { ExportSheet } from './ExportSheet'
import { MovementList } from './MovementList'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { Sheet } from '@kit/ui/Sheet'
import { DayField } from './DayField'

const searchLengthMax = 60

/** Every movement: told in people's words and searched, or as books are kept, by currency, type and dates; a file of them can be taken along. */
export function TransactionScreen() {
  const t = useText('personal')
  const language = useLanguage()
  const [search, change] = useSearchState()
  const [sought, setSought] = useState('')
  const isAccounts = search.get('as') === 'accounts'
  const sheets = { type: useSheet('type'), range: useSheet('range'), export: useSheet('export') }
  const ofCurrency = useFilter('currency', currencies)
  const currency = ofCurrency.value
  const type = movementTypeOf(search.get('type'))
  const range = rangeOf(search.get('from'), search.get('to'))
  const today = platformDay(serverNow())
  const movements = useMovements({ currency: currency ?? undefined, type: type ?? undefined, from: range.from ?? undefined, to: range.to ?? undefined })
  const day = (named: string | null) => (named ? formatDay(named, language) : '…')

  const preset = presetOf(range, today)
  const isFiltered = currency !== null || type !== null || preset !== 'all'
  return (
    <Screen
      title={t('movements.title')}
      right={
        <HeadAct icon="download" onPress={() => sheets.export.open()}>
          {t('movements.export.open')}
        </HeadAct>
      }
      onRefresh={movements.refresh}
    >
      <Segmented<'activity' | 'accounts'>
        label={t('movements.look.label')}
        value={isAccounts ? 'accounts' : 'activity'}
        onChange={(next) => change({ as: next === 'accounts' ? next : null })}
        of={['activity', 'accounts']}
        nameOf={(one) => t(`movements.look.${one}`)}
      />
      <div className="my-3">
        {!isAccounts && (
          <SearchField
            label={t('movements.search.label')}
            clear={t('movements.search.clear')}
            lengthMax={searchLengthMax}
            value={sought}
            onChange={setSought}
          />
        )}
        {(isAccounts || isFiltered) && (
          <div className="mt-3 first:mt-0">
            <ChoiceRow {...ofCurrency} label={t('movements.filter.currency')} all={t('movements.filter.allCurrencies')} />
            <div role="group" aria-label={t('movements.filter.label')} className="mt-2 mb-3 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
              <FilterPill
                name={t('movements.filter.type')}
                value={type ? t(`movements.type.${type}`) : t('movements.filter.allTypes')}
                isSet={type !== null}
                onOpen={() => sheets.type.open()}
              />
              <FilterPill
                name={t('movements.filter.dates')}
                value={preset ? t(`movements.preset.${preset}`) : t('movements.filter.range', { from: day(range.from), to: day(range.to) })}
                isSet={preset !== 'all'}
                onOpen={() => sheets.range.open()}
              />
            </div>
          </div>
        )}
      </div>
      <MovementList list={movements} isFiltered={isFiltered} isAccounts={isAccounts} sought={isAccounts ? '' : sought} />
      {sheets.type.isOpen && <TypeSheet onClose={sheets.type.close} chosen={type} onChoose={(next) => change({ type: next, sheet: null })} />}
      {sheets.range.isOpen && (
        <RangeSheet onClose={sheets.range.close} chosen={range} today={today} onChoose={({ from, to }) => change({ from, to, sheet: null })} />
      )}
      {sheets.export.isOpen && <ExportSheet onClose={sheets.export.close} suggested={range} today={today} />}
    </Screen>
  )
}

/** A filter and what it is set to; pressing it opens the choice. */
function FilterPill({ name, value, isSet, onOpen }: { name: string; value: string; isSet: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      className={`press flex min-h-13 w-full items-center justify-between gap-2 rounded-field border bg-raised px-3 py-1.5 text-left ${isSet ? 'border-[var(--brass)]' : 'border-line'}`}
    >
      <span className="min-w-0">
        <span className="block text-11 text-muted">{name}</span>
        <span className="block text-15 leading-tight font-medium break-words">{value}</span>
      </span>
      <span className="rotate-90 text-muted">
        <Icon name="forward" size={16} />
      </span>
    </button>
  )
}

interface RangeSheetProps {
  onClose: () => void
  chosen: DayRange
  today: string
  onChoose: (range: DayRange) => void
}

/** The choice of dates: a usual range with one press, or two days. */
function RangeSheet({ onClose, chosen, today, onChoose }: RangeSheetProps) {
  const t = useText('personal')
  const [from, setFrom] = useState(chosen.from ?? '')
  const [to, setTo] = useState(chosen.to ?? '')
  const preset = presetOf(chosen, today)
  const isReversed = from !== '' && to !== '' && from > to
  return (
    <Sheet open onClose={onClose} title={t('movements.filter.dates')}>
      <div role="group" aria-label={t('movements.preset.label')} className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
        {presets.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === preset}
            onClick={() => onChoose(rangeOfPreset(one, today))}
            className={`press min-h-12 rounded-field border px-3 text-15 ${one === preset ? 'border-brass-ink bg-raised font-semibold' : 'border-line bg-sunk'}`}
          >
            {t(`movements.preset.${one}`)}
          </button>
        ))}
      </div>
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        <DayField label={t('movements.range.from')} value={from} max={today} onChange={setFrom} />
        <DayField label={t('movements.range.to')} value={to} max={today} onChange={setTo} />
      </div>
      {isReversed && (
        <div className="mt-2">
          <Alert size={13}>{t('movements.range.reversed')}</Alert>
        </div>
      )}
      <p className="mt-2 text-13 text-muted">{t('movements.range.zone', { zone: zoneName() })}</p>
      <div className="mt-4">
        <Button kind="main" wide disabled={isReversed || (from === '' && to === '')} onClick={() => onChoose({ from: from || null, to: to || null })}>
          {t('movements.range.apply')}
        </Button>
      </div>
    </Sheet>
  )
}

interface TypeSheetProps {
  onClose: () => void
  chosen: MovementType | null
  onChoose: (type: MovementType | null) => void
}

/** The choice of one of the fifteen types, or all. */
function TypeSheet({ onClose, chosen, onChoose }: TypeSheetProps) {
  const t = useText('personal')
  return (
    <Sheet open onClose={onClose} title={t('movements.filter.type')}>
      <ul className="overflow-hidden rounded-card border border-line bg-raised">
        <Choice name={t('movements.filter.allTypes')} about={null} isChosen={chosen === null} onChoose={() => onChoose(null)} />
        {movementTypes.map((type) => (
          <Choice
            key={type}
            name={t(`movements.type.${type}`)}
            about={t(`movements.about.${type}`)}
            isChosen={type === chosen}
            onChoose={() => onChoose(type)}
          />
        ))}
      </ul>
    </Sheet>
  )
}

function Choice({ name, about, isChosen, onChoose }: { name: string; about: string | null; isChosen: boolean; onChoose: () => void }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <button type="button" aria-pressed={isChosen} onClick={onChoose} className="press flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left">
        <span className="min-w-0 flex-1">
          <span className={`block text-15 ${isChosen ? 'font-semibold' : ''}`}>{name}</span>
          {about && <span className="block text-13 text-muted">{about}</span>}
        </span>
        {isChosen && <Icon name="check" look="text-brass-ink" />}
      </button>
    </li>
  )
}
