import { languages, type Language } from '@kit/i18n/language'
import type { Body, Row } from '@console/contract/contract'

export type Banner = Row<'banners/list'>

interface Words {
  title: string
  note: string
}

/** A banner as it is edited: empty words where a language has none. */
export interface EditedBanner {
  texts: Record<Language, Words>
  target: string
  cover: string
}

const none: Words = { title: '', note: '' }

export function editedOf(banner: Banner | null): EditedBanner {
  const wordsIn = (language: Language) => banner?.texts[language] ?? none
  return { texts: { zhtw: wordsIn('zhtw'), en: wordsIn('en'), ru: wordsIn('ru') }, target: banner?.target ?? '/trade', cover: banner?.cover ?? 'announcement' }
}

/** What is sent of it: the languages that have words. */
export function bannerOf({ texts, target, cover }: EditedBanner): Body<'banners/add'> {
  const given = languages.filter((language) => `${texts[language].title}${texts[language].note}`.trim() !== '')
  return { texts: Object.fromEntries(given.map((language) => [language, texts[language]])), target: target.trim(), cover }
}

/** A banner needs Chinese or English words: whoever reads another language sees these. */
export function isWordless({ texts }: EditedBanner): boolean {
  return texts.zhtw.title.trim() === '' && texts.en.title.trim() === ''
}
