import { useText } from '@kit/i18n/text'
import type { KeyTail } from '@kit/i18n/catalogues'

/** What a kind of proposal is called; one that is new is shown as it is. */
export function useKindWords(): (kind: string) => string {
  const t = useText('console-waiting')
  return (kind) => {
    const said = t(`proposals.kind.${kind as KeyTail<'console-waiting', 'proposals.kind.'>}`)
    return said === `console-waiting.proposals.kind.${kind}` ? kind : said
  }
}
