import { expect, it } from 'vitest'
import type { ArticleDetail } from './contract'
import { draftOf, editedOf, lackingOf } from './decideDraft'

const words = { title: 'Title', summary: 'Summary', body: 'Body' }
const detail = { id: 'a', version: 3, published: { category: 'product', cover: 'c', texts: { en: words } }, draft: null } as unknown as ArticleDetail

it('edits the newest revision, and sends what has words with the version that was seen', () => {
  const edited = editedOf(detail)
  expect(edited.texts.ru.title).toBe('')
  expect(draftOf(edited, detail, 2)).toEqual({ id: 'a', version: 2, category: 'product', cover: 'c', texts: { en: words } })
})

it('begins a new article with nothing', () => {
  expect(draftOf(editedOf(undefined), undefined, null)).toEqual({ category: 'announcement', texts: {} })
})

it('takes the cover of the new category', () => {
  expect(draftOf({ ...editedOf(detail), category: 'incident' }, detail, 3)).not.toHaveProperty('cover')
})

it('says what is missing and what is unfinished', () => {
  const edited = editedOf(detail)
  expect(lackingOf({ ...edited, texts: { ...edited.texts, ru: { ...words, body: ' ' } } })).toEqual({ missing: ['zhtw'], unfinished: ['ru'] })
})
