import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ArticleDetail } from './contract'
import { draftOf, editedOf, lackingOf, articleLengthsMax } from './decideDraft'

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

it("keeps a picture as the cover when the category changes, and takes the new one's own cover otherwise", () => {
  expect(draftOf({ ...editedOf(detail), category: 'incident' }, detail, 3)).toMatchObject({ category: 'incident', cover: 'c' })
  const drawn = { ...detail, published: { ...detail.published, cover: 'product' } } as ArticleDetail
  expect(draftOf({ ...editedOf(drawn), category: 'incident' }, drawn, 3)).not.toHaveProperty('cover')
})

it('sends the cover that was chosen, and none where it was taken off', () => {
  expect(draftOf({ ...editedOf(undefined), cover: 'd' }, undefined, null)).toMatchObject({ cover: 'd' })
  expect(draftOf({ ...editedOf(detail), cover: '' }, detail, 3)).not.toHaveProperty('cover')
})

it('its words are as long as the server takes them', () => {
  const server = readFileSync(new URL('../../../../../internal/features/news/article.go', import.meta.url), 'utf8')
  const maxOf = (name: string) => Number(new RegExp(`\\b${name}Max +=? ?([\\d_]+)`).exec(server)?.[1]?.replace('_', ''))
  expect(articleLengthsMax).toEqual({ title: maxOf('title'), summary: maxOf('summary'), body: maxOf('body') })
})

it('says what is missing and what is unfinished', () => {
  const edited = editedOf(detail)
  expect(lackingOf({ ...edited, texts: { ...edited.texts, ru: { ...words, body: ' ' } } })).toEqual({ missing: ['zhtw'], unfinished: ['ru'] })
})
