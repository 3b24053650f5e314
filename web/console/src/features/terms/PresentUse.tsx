import { useText } from '@kit/i18n/text'
import { Fact, Part } from '@console/frame/Panel'
import { Shown } from '@console/records/Shown'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { useWords } from '@console/words/useWords'
import { useDays } from './api'
import { appliedOf } from './decideUse'

const things = ['machine', 'node', 'goods']

/** When a parameter is read, and what it was applied to lately. */
export function PresentUse({ name }: { name: string }) {
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
