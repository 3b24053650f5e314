import { useText } from '@kit/i18n/text'
import type { Schemas } from '../contract/contract'
import { useWords } from './useWords'

type Why = Pick<Schemas['BoardStop'], 'what' | 'reason' | 'detail'>

/** Why something stands still: of payouts and prices a cause that has its words, with what was written or found beside it. */
export function useStopWords() {
  const t = useText('console')
  const { word } = useWords()
  return ({ what, reason, detail }: Why) => {
    const cause = what === 'payouts' || what === 'prices' ? word(reason) : reason
    return detail === '' ? cause : t('named', { name: cause, value: detail })
  }
}
