import { useText } from '@kit/i18n/text'
import type { KeyTail } from '@kit/i18n/catalogues'

type Name = KeyTail<'console-terms', 'param.'>
type Part = KeyTail<'console-terms', 'part.'>

/** The currencies as names of parameters write them. */
const inCapitals = (name: string) => (name === 'worth' ? 'USDT ≈' : name.toUpperCase().replace(/^(BEP|ERC)(\d+)$/, '$1-$2'))

/** What a parameter is called; one that is new is shown by its name. */
export function useParamName(): (name: string) => string {
  const t = useText('console-terms')
  const known = (said: string, key: string, name: string) => (said === `console-terms.${key}` ? name : said)
  return (name) => {
    const [, step, level] = /^team\.(acceleration|level_performance)_(\d)$/.exec(name) ?? []
    if (step && level) return t(step === 'acceleration' ? 'level.acceleration' : 'level.level_performance', { level })
    // What each currency has, on each network: withdrawal.bep20.usdt.fee, withdrawal.worth_two_from.
    const [, of, part] = /^withdrawal\.(?:(.+)\.|worth_)([a-z_]+)$/.exec(name) ?? []
    if (part && (of || name.startsWith('withdrawal.worth_'))) {
      const whose = (of ?? 'worth').split('.').map(inCapitals).toReversed().join(', ')
      return `${known(t(`part.${part as Part}`), `part.${part}`, part)} · ${whose}`
    }
    const key = name.replaceAll('.', '_')
    return known(t(`param.${key as Name}`), `param.${key}`, name)
  }
}
