import { useText } from '@kit/i18n/text'
import { Key } from './Key'

interface KeysProps {
  /** What letters do to the row that has the focus. */
  acts: readonly (readonly [key: string, does: string])[]
  selects?: boolean
}

/** The keys of a queue in which one says yes or no. */
export function DecisionKeys({ vetoes = false, selects = false }: { vetoes?: boolean; selects?: boolean }) {
  const t = useText('console')
  return (
    <Keys
      acts={[
        ['a', t('keys.approve')],
        ['r', t(vetoes ? 'keys.veto' : 'keys.reject')],
      ]}
      selects={selects}
    />
  )
}

/** The keys of a list, beside its title. */
export function Keys({ acts, selects = false }: KeysProps) {
  const t = useText('console')
  const all = [['↵', t('keys.open')], ...acts, ...(selects ? [['x', t('keys.select')]] : [])]
  return (
    <p className="flex flex-wrap items-center gap-1 text-13 text-muted max-md:hidden">
      <Key name="j" /> <Key name="k" /> {t('keys.move')}
      {all.map(([key = '', does]) => (
        <span key={key} className="inline-flex items-center gap-1">
          · <Key name={key} /> <span className="lowercase">{does}</span>
        </span>
      ))}
    </p>
  )
}
