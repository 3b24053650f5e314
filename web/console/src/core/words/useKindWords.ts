import { useText } from '@kit/i18n/text'
import type { KeyTail } from '@kit/i18n/catalogues'

/** What a kind of proposal is called; one that is new is shown as it is. */
export function useKindWords(): (kind: string) => string {
  const t = useText('console-proposals')
  return (kind) => {
    const said = t(`kind.${kind as KeyTail<'console-proposals', 'kind.'>}`)
    return said === `console-proposals.kind.${kind}` ? kind : said
  }
}
