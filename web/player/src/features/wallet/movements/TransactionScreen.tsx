import { useSearchParams } from 'react-router'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { platformDay } from '@kit/time/zone'
import { Icon } from '@kit/ui/Icon'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Screen } from '@core/frame/Screen'
import { useSheet } from '@core/frame/useSheet'
import { useMovements } from './api'
import { movementTypeOf, type MovementType } from './decideMovements'
import { presetOf, rangeOf, type DayRange } from './decideRange'
import { ExportSheet } from './ExportSheet'
import { FilterPill } from './FilterPill'
import { MovementList } from './MovementList'
import { RangeSheet } from './RangeSheet'
import { TypeSheet } from './TypeSheet'

/** Every movement of every currency, by type and by dates; a file of them can be taken along. */
export function TransactionScreen() {
  const t = useText('wallet-movements')
  const [params, setParams] = useSearchParams()
  const sheets = { type: useSheet('type'), range: useSheet('range'), export: useSheet('export') }
  const type = movementTypeOf(params.get('type'))
  const range = rangeOf(params.get('from'), params.get('to'))
  const today = platformDay(serverNow())
  const movements = useMovements({
    type: type ?? undefined,
    from: range.from ?? undefined,
    to: range.to ?? undefined,
  })

  function filter(next: { type: MovementType | null; range: DayRange }) {
    const kept = { type: next.type, from: next.range.from, to: next.range.to }
    setParams(Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => entry[1] !== null)), { replace: true })
  }

  const preset = presetOf(range, today)
  return (
    <Screen
      title={t('title')}
      right={
        <button type="button" onClick={() => sheets.export.open()} aria-label={t('export.open')} className="press inline-flex size-11 items-center justify-center rounded-field">
          <Icon name="download" />
        </button>
      }
    >
      <PullToRefresh onRefresh={movements.refresh}>
        <div role="group" aria-label={t('filter.label')} className="mb-3 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
          <FilterPill name={t('filter.type')} value={type ? t(`type.${type}`) : t('filter.allTypes')} isSet={type !== null} onOpen={() => sheets.type.open()} />
          <FilterPill
            name={t('filter.dates')}
            value={preset ? t(`preset.${preset}`) : t('filter.range', { from: range.from ?? '…', to: range.to ?? '…' })}
            isSet={preset !== 'all'}
            onOpen={() => sheets.range.open()}
          />
        </div>
        <MovementList list={movements} isFiltered={type !== null || preset !== 'all'} />
      </PullToRefresh>
      <TypeSheet isOpen={sheets.type.isOpen} onClose={sheets.type.close} chosen={type} onChoose={(next) => filter({ type: next, range })} />
      <RangeSheet isOpen={sheets.range.isOpen} onClose={sheets.range.close} chosen={range} today={today} onChoose={(next) => filter({ type, range: next })} />
      <ExportSheet isOpen={sheets.export.isOpen} onClose={sheets.export.close} suggested={range} today={today} />
    </Screen>
  )
}
