import type { KeyTail } from '@kit/i18n/catalogues'
import { useText } from '@kit/i18n/text'

/** A word of the trade that a first-time reader asks about. */
export type Word = KeyTail<'help', 'word.'>

/** What a word means, below it. */
export function Explanation({ word }: { word: Word }) {
  const t = useText('help')
  return (
    <span role="status" className="mt-1 block w-full max-w-prose border-l-2 border-[var(--brass)] pl-2 text-13 leading-snug font-normal text-ink">
      {t(`word.${word}`)}
    </span>
  )
}
