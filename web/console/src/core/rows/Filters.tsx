import { useState } from 'react'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Icon } from '@kit/ui/Icon'
import { inputClass } from '../form/fields'
import { TimeField } from '../form/TimeField'
import { filterValue, type Filter } from './decideFilter'
import { Views } from './Views'

interface FiltersProps {
  list: {
    filters: readonly Filter[]
    valueOf: (name: string) => string
    setFilter: (name: string, value: string) => void
    order: 'asc' | 'desc'
    turn: () => void
    hasOrder: boolean
    open: (key: string | null) => void
    missing: string | null
  }
}

const chip = 'inline-flex min-h-9 items-center gap-1.5 rounded-chip border px-2.5 text-13'

/** What narrows the list: a chip with a cross for each filter that is set, and a way to set the others. */
export function Filters({ list }: FiltersProps) {
  const t = useText('console')
  const [isAdding, setIsAdding] = useState(false)
  const { time } = useFigures()
  const wordOf = ({ label, values, isFlag, isTime }: Filter, value: string) =>
    isFlag ? label : t('named', { name: label, value: isTime ? time(value) : (values?.find(([one]) => one === value)?.[1] ?? value) })
  const set = list.filters.filter(({ name }) => list.valueOf(name) !== '')
  const free = list.filters.filter(({ name }) => list.valueOf(name) === '')
  if (list.filters.length === 0 && !list.hasOrder) return null
  return (
    <div className="my-3 flex flex-wrap items-center gap-2">
      {set.map((filter) => (
        <button
          key={filter.name}
          type="button"
          onClick={() => list.setFilter(filter.name, '')}
          aria-label={t('list.unset', { filter: wordOf(filter, list.valueOf(filter.name)) })}
          className={`${chip} border-brass-ink text-brass-ink`}
        >
          <span className="break-all">{wordOf(filter, list.valueOf(filter.name))}</span>
          <Icon name="close" size={14} />
        </button>
      ))}
      {free.length > 0 && (
        <button type="button" aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)} className={`${chip} border-edge text-muted`}>
          {t('list.filter')}
        </button>
      )}
      {list.hasOrder && (
        <button type="button" onClick={list.turn} className={`${chip} border-edge text-muted`}>
          {t(list.order === 'asc' ? 'list.oldest' : 'list.newest')}
        </button>
      )}
      <Views />
      {list.missing !== null && list.filters.some(({ opens }) => opens) && (
        <span className={`${chip} border-loss text-loss`}>
          <span role="status" className="break-all">
            {t('list.notFound', { words: list.missing })}
          </span>
          <button
            type="button"
            onClick={() => list.open(null)}
            aria-label={t('list.unset', { filter: list.missing })}
            className="press -mr-2.5 inline-flex size-9 shrink-0 items-center justify-center"
          >
            <Icon name="close" size={14} />
          </button>
        </span>
      )}
      {isAdding && (
        <div className="flex w-full flex-wrap items-end gap-3 rounded-field border border-line bg-raised p-3">
          {free.map((filter) => (
            <FilterField
              key={filter.name}
              filter={filter}
              onSet={(value) => {
                if (filter.opens) list.open(value)
                else list.setFilter(filter.name, value)
                setIsAdding(false)
              }}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function FilterField({ filter, onSet }: { filter: Filter; onSet: (value: string) => void }) {
  const { name, label, values, isFlag, isTime } = filter
  const t = useText('console')
  const [typed, setTyped] = useState('')
  if (isFlag) {
    return (
      <Button size="small" kind="quiet" onClick={() => onSet('true')}>
        {label}
      </Button>
    )
  }
  return (
    <form
      className={`flex gap-2 ${isTime ? 'items-center' : 'items-end'}`}
      onSubmit={(event) => {
        event.preventDefault()
        const value = filterValue(filter, typed)
        if (value !== null) onSet(value)
      }}
    >
      {isTime ? (
        <TimeField name={label} value={typed} onChange={setTyped} />
      ) : (
        <label className="text-13 text-muted">
          {label}
          {values ? (
            <select name={name} value="" onChange={(event) => onSet(event.target.value)} className={inputClass}>
              <option value="" disabled>
                {t('list.choose')}
              </option>
              {values.map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
          ) : (
            <input name={name} value={typed} autoComplete="off" maxLength={200} onChange={(event) => setTyped(event.target.value)} className={inputClass} />
          )}
        </label>
      )}
      {!values && (
        <Button size="small" kind="quiet" type="submit">
          {t('list.set')}
        </Button>
      )}
    </form>
  )
}
