import { languages, type Language } from '@kit/i18n/language'
import { readClockField } from '@kit/time/zone'
import type { Body, Row } from '@console/contract/contract'

export type Banner = Row<'banners/list'>

interface Words {
  title: string
  note: string
}

/** How long the words of a banner may be, as the server takes them. */
export const bannerLengthsMax = { title: 60, note: 100 } as const

/** A banner as it is edited: empty words where a language has none, and empty bounds where it is shown at once or until it is removed. */
export interface EditedBanner {
  texts: Record<Language, Words>
  target: string
  cover: string
  /** Days and clocks in the platform's zone. A banner that is there already has an act of its own for them. */
  from: string
  until: string
}

const none: Words = { title: '', note: '' }

export function editedOf(banner: Banner | null): EditedBanner {
  const wordsIn = (language: Language) => banner?.texts[language] ?? none
  return {
    texts: { zhtw: wordsIn('zhtw'), en: wordsIn('en'), ru: wordsIn('ru') },
    target: banner?.target ?? '/trade',
    cover: banner?.cover ?? 'announcement',
    from: '',
    until: '',
  }
}

const isBlank = (words: string) => words.trim() === ''

/** What is sent of its look: the languages that have words. */
export function lookOf({ texts, target, cover }: EditedBanner): Omit<Body<'banners/add'>, 'from' | 'until'> {
  const given = languages.filter((language) => !isBlank(`${texts[language].title}${texts[language].note}`))
  return { texts: Object.fromEntries(given.map((language) => [language, texts[language]])), target: target.trim(), cover }
}

/** What is sent of a new banner: its look, and the bounds that it has. */
export function bannerOf(edited: EditedBanner): Body<'banners/add'> {
  const [from, until] = [readClockField(edited.from), readClockField(edited.until)]
  return { ...lookOf(edited), ...(from === null ? {} : { from }), ...(until === null ? {} : { until }) }
}

/** The languages that have a title alone, or a note alone: each needs both. */
export function halvesOf({ texts }: EditedBanner): Language[] {
  return languages.filter((language) => isBlank(texts[language].title) !== isBlank(texts[language].note))
}

/** A banner needs Chinese or English words: whoever reads another language sees these. */
export function isWordless({ texts }: EditedBanner): boolean {
  return isBlank(texts.zhtw.title) && isBlank(texts.en.title)
}
