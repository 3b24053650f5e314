import { beforeEach, expect, it } from 'vitest'
import { changeLanguage, currentLanguage, loadTexts, text } from './text'

beforeEach(async () => {
  await changeLanguage('zhtw')
  await loadTexts(['common'])
})

it('of two choices the later one holds, though its texts are there before', async () => {
  await changeLanguage('en')
  await changeLanguage('zhtw')
  await Promise.all([changeLanguage('ru'), changeLanguage('en')])
  expect(currentLanguage()).toBe('en')
})

it('a screen that is opened while a language loads has its texts in it', async () => {
  await Promise.all([changeLanguage('ru'), loadTexts(['swap'])])
  expect(text('swap', 'title')).toMatch(/[а-я]/)
})
