import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bannerOf, editedOf, halvesOf, isWordless, bannerLengthsMax, lookOf } from './decideBanner'

const none = editedOf(null)
const edited = { ...none, target: ' /trade ', texts: { ...none.texts, en: { title: 'Trade', note: 'Risk' } } }
const look = { texts: { en: { title: 'Trade', note: 'Risk' } }, target: '/trade', cover: 'announcement' }

it('sends the languages that have words', () => {
  expect(bannerOf(edited)).toEqual(look)
  expect([isWordless(edited), isWordless(none)]).toEqual([false, true])
})

it('sends the bounds that a new banner has, and none of one that is changed', () => {
  expect(bannerOf({ ...edited, until: '2026-12-01T08:00' })).toEqual({ ...look, until: '2026-12-01T00:00:00.000Z' })
  expect(bannerOf({ ...edited, from: '2026-11-30T08:00' })).toEqual({ ...look, from: '2026-11-30T00:00:00.000Z' })
  expect(lookOf({ ...edited, from: '2026-11-30T08:00' })).toEqual(look)
})

it('a language that has words needs a title and a note', () => {
  const texts = { zhtw: { title: '交易', note: ' ' }, en: { title: 'Trade', note: 'Risk' }, ru: { title: '', note: 'Риск' } }
  expect(halvesOf({ ...none, texts })).toEqual(['zhtw', 'ru'])
  expect(halvesOf(none)).toEqual([])
})

it('its words are as long as the server takes them', () => {
  const server = readFileSync(new URL('../../../../../internal/features/news/banner.go', import.meta.url), 'utf8')
  expect(server).toContain(`bannerTitleMax, bannerNoteMax = ${bannerLengthsMax.title}, ${bannerLengthsMax.note}\n`)
})
