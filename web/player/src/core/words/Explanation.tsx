import { useText } from '@kit/i18n/text'
import type { Word } from './Explained'

/** What a word means, below it. */
export function Explanation({ word }: { word: Word }) {
  const t = useText('help-words')
  return (
    <span role="status" className="mt-1 block w-full max-w-prose border-l-2 border-[var(--brass)] pl-2 text-13 leading-snug font-normal text-ink">
      {t(`word.${word}`)}
    </span>
  )
}
