import { useFigures } from '@kit/amount/useFigures'
import { languages } from '@kit/i18n/language'
import { useText } from '@kit/i18n/text'

/** The names of languages; a dash for none. */
export function LanguageNames({ languages: named }: { languages: readonly string[] }) {
  const t = useText('console-edit')
  const { list } = useFigures()
  const known = languages.filter((language) => named.includes(language))
  return <>{known.length === 0 ? '–' : list(known.map((language) => t(`news.lang.${language}`)))}</>
}
