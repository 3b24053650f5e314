import { expect, it } from 'vitest'
import { bannerOf, editedOf, isWordless } from './decideBanner'

it('sends the languages that have words', () => {
  const edited = { ...editedOf(null), target: ' /trade ', texts: { ...editedOf(null).texts, en: { title: 'Trade', note: 'Risk' } } }
  expect(bannerOf(edited)).toEqual({ texts: { en: { title: 'Trade', note: 'Risk' } }, target: '/trade', cover: 'announcement' })
  expect([isWordless(edited), isWordless(editedOf(null))]).toEqual([false, true])
})
