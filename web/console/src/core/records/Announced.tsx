import { useText } from '@kit/i18n/text'
import { Fact, Part } from '../frame/Panel'
import { useWords } from '../words/useWords'
import { Shown, type Look } from './Shown'

const looks: Record<string, Look> = { at: 'time', effectiveAt: 'time', from: 'time', dailyRate: 'percent', etldCap: 'etld' }

/** What was approved and takes effect later; nothing where nothing was. */
export function Announced({ change }: { change: unknown }) {
  const t = useText('console-words')
  const { label } = useWords()
  if (typeof change !== 'object' || change === null) return null
  return (
    <Part title={t('announced')}>
      {Object.entries(change).map(([name, value]) => (
        <Fact key={name} name={label(name)}>
          <Shown value={value} look={looks[name] ?? (typeof value === 'boolean' ? 'flag' : 'figure')} />
        </Fact>
      ))}
    </Part>
  )
}
