import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { Shown } from '@console/records/Shown'
import { Answer } from '@console/frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { Part, Fact } from '@console/frame/Panel'
import { byTheme, themeOf } from '@console/words/themeOf'
import { useWords } from '@console/words/useWords'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { useParams, useChanges, useDays } from './api'
import { useValue, type Measure } from './useValue'
import { appliedOf } from './decideUse'

/** What operators can set, within which bounds, and what each was before. */
export function ParamsScreen() {
  const t = useText('console-edit')
  const { theme } = useWords()
  const say = useValue()
  const list = useParams()
  const rows = list.rows && byTheme(list.rows, ({ name }) => name)
  // A row says its figures as its kind is read; what is sent is the figure itself.
  const said = rows?.map((row) => {
    const { value, min, max } = row
    return { ...row, value: say(row, value), default: say(row, row.default), min: say(row, min), max: say(row, max), row }
  })
  return (
    <RecordsScreen
      title={t('params.title')}
      list={{ ...list, rows: said ?? null, away: null }}
      keyOf={({ name }) => name}
      nameOf={({ label }) => label}
      textOf={({ label, name }) => `${label} ${name} ${theme(themeOf(name)).title}`}
      headingOf={({ name }) => theme(themeOf(name))}
      columns={[
        ['label', 'text'],
        ['value', 'figure'],
        ['default', 'figure'],
        ['min', 'figure'],
        ['max', 'figure'],
      ]}
      facts={[
        ['value', 'figure'],
        ['default', 'figure'],
        ['min', 'figure'],
        ['max', 'figure'],
        ['kind', 'word'],
        ['name', 'code'],
      ]}
      more={({ name, row }) => (
        <>
          {row.kind === 'ratio' && <p className="text-13 text-muted">{t('params.ratio', { value: row.value, percent: say(row, row.value) })}</p>}
          <PresentUse name={name} />
          <History name={name} measure={row} />
        </>
      )}
      acts={({ name, row: { value, min, max } }) => [act('params/change', { name }, { present: { value }, bounds: { value: { min, max } } })]}
      empty={t('params.empty')}
    />
  )
}

/** What one parameter was before, the newest first. */
function History({ name, measure }: { name: string; measure: Measure }) {
  const t = useText('console-edit')
  const say = useValue()
  return (
    <Part title={t('params.history')}>
      <Answer of={useChanges()} waiting={<Skeleton height="48px" />}>
        {({ list }) => {
          const changes = list.filter((row) => row.name === name)
          if (changes.length === 0) return <p className="text-15 text-muted">{t('params.never')}</p>
          return changes.map(({ id, from, to, effectiveAt, reason }) => (
            <div key={id} className="border-b border-line py-1.5 text-15 last:border-0">
              <p className="fig">
                <span className="text-muted">
                  <Shown value={say(measure, from)} look="figure" />
                </span>{' '}
                → <Shown value={say(measure, to)} look="figure" />
              </p>
              <p className="text-13 text-muted">
                <Time at={effectiveAt} plain /> · <span translate="no">{reason}</span>
              </p>
            </div>
          ))
        }}
      </Answer>
    </Part>
  )
}

const things = ['machine', 'node', 'goods']

/** When a parameter is read, and what it was applied to lately. */
function PresentUse({ name }: { name: string }) {
  const t = useText('console-edit')
  const { label, word } = useWords()
  const mayCount = mayCall(useMe(), 'figures/days')
  const days = useDays(!mayCount).data?.list ?? []
  const use = appliedOf(name, days)
  if (use === null) return null
  return (
    <Part title={t('use.title')}>
      <p className="text-15 break-words">{t(`use.read.${use.reading}`)}</p>
      {days.length > 0 && use.uses.length > 0 && <p className="mt-1 text-13 text-muted">{t('use.days', { count: days.length })}</p>}
      {days.length > 0 &&
        use.uses.map((one) => (
          <Fact key={`${one.name} ${one.currency ?? ''}`} name={things.includes(one.name) ? word(one.name) : label(one.name)}>
            <Shown value={one.value} look={one.currency ? 'amount' : 'figure'} currency={one.currency} />
          </Fact>
        ))}
    </Part>
  )
}
