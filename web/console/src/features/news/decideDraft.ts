import { languages, type Language } from '@kit/i18n/language'
import type { ArticleDetail, Category, Draft } from './contract'

export interface Words {
  title: string
  summary: string
  body: string
}

/** An article as it is edited: empty words where a language has none. */
export interface Edited {
  category: Category
  texts: Record<Language, Words>
}

const none: Words = { title: '', summary: '', body: '' }

/** The newest revision, the draft before what is published; nothing of a new article. */
export function editedOf(detail: ArticleDetail | undefined): Edited {
  const saved = detail?.draft ?? detail?.published
  const wordsIn = (language: Language) => saved?.texts[language] ?? none
  return { category: saved?.category ?? 'announcement', texts: { zhtw: wordsIn('zhtw'), en: wordsIn('en'), ru: wordsIn('ru') } }
}

function isEmpty({ title, summary, body }: Words): boolean {
  return `${title}${summary}${body}`.trim() === ''
}

/** What the server is sent: a language without words is left out. The version is the one that was read before the typing began. */
export function draftOf({ category, texts }: Edited, before: ArticleDetail | undefined, version: number | null): Draft {
  const given = Object.fromEntries(languages.filter((language) => !isEmpty(texts[language])).map((language) => [language, texts[language]]))
  const saved = before?.draft ?? before?.published
  return {
    category,
    texts: given,
    ...(before ? { id: before.id, version: version ?? before.version } : {}),
    ...(saved?.category === category && saved.cover ? { cover: saved.cover } : {}),
  }
}

/** The languages that have no words, and those that have some and lack others. */
export function lackingOf({ texts }: Edited): { missing: Language[]; unfinished: Language[] } {
  return {
    missing: languages.filter((language) => isEmpty(texts[language])),
    unfinished: languages.filter((language) => !isEmpty(texts[language]) && Object.values(texts[language]).some((words) => words.trim() === '')),
  }
}
