import { languages, type Language } from '@kit/i18n/language'
import type { ArticleDetail, Category, Draft } from './contract'

export interface Words {
  title: string
  summary: string
  body: string
}

/** How long the words of an article may be, as the server takes them. */
export const articleLengthsMax = { title: 120, summary: 300, body: 8_000 } as const

/** An article as it is edited: empty words where a language has none. */
export interface Edited {
  category: Category
  /** A picture's id, or one of the drawn covers; empty for the category's own. */
  cover: string
  texts: Record<Language, Words>
}

const none: Words = { title: '', summary: '', body: '' }

/** The newest revision, the draft before what is published; nothing of a new article. */
export function editedOf(detail: ArticleDetail | undefined): Edited {
  const saved = detail?.draft ?? detail?.published
  const wordsIn = (language: Language) => saved?.texts[language] ?? none
  const category = saved?.category ?? 'announcement'
  return { category, cover: saved && saved.cover !== category ? saved.cover : '', texts: { zhtw: wordsIn('zhtw'), en: wordsIn('en'), ru: wordsIn('ru') } }
}

function isEmpty({ title, summary, body }: Words): boolean {
  return `${title}${summary}${body}`.trim() === ''
}

/** What the server is sent: a language without words is left out, as is the category's own cover. The version is the one that was read before the typing began. */
export function draftOf({ category, cover, texts }: Edited, before: ArticleDetail | undefined, version: number | null): Draft {
  const given = Object.fromEntries(languages.filter((language) => !isEmpty(texts[language])).map((language) => [language, texts[language]]))
  return { category, texts: given, ...(before ? { id: before.id, version: version ?? before.version } : {}), ...(cover === '' ? {} : { cover }) }
}

/** The languages that have no words, and those that have some and lack others. */
export function lackingOf({ texts }: Edited): { missing: Language[]; unfinished: Language[] } {
  return {
    missing: languages.filter((language) => isEmpty(texts[language])),
    unfinished: languages.filter((language) => !isEmpty(texts[language]) && Object.values(texts[language]).some((words) => words.trim() === '')),
  }
}
