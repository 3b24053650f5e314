import { beforeAll, expect, it } from 'vitest'
import { changeLanguage, loadTexts, text } from '@kit/i18n/text'

beforeAll(async () => {
  await loadTexts(['machine'])
})

it.each([
  ['en', 1, 'After 1 day of pause', 'within 1 day ', 'paused for 1 day without a break', 'within 1 day '],
  ['en', 22, 'After 22 days of pause', 'within 22 days ', 'paused for 22 days without a break', 'within 22 days '],
  ['zhtw', 22, '連續暫停滿 22 天可退出', '到期本金 22 天內', '連續暫停滿 22 天可退出', '22 天內復購'],
  ['ru', 21, 'После 21 дня простоя', 'в течение 21 дня ', 'простой длится 21 день подряд', 'в течение 21 дня '],
  ['ru', 22, 'После 22 дней простоя', 'в течение 22 дней ', 'простой длится 22 дня подряд', 'в течение 22 дней '],
  ['ru', 30, 'После 30 дней простоя', 'в течение 30 дней ', 'простой длится 30 дней подряд', 'в течение 30 дней '],
] as const)('in %s the terms say %i as the server does', async (language, days, ...words) => {
  await changeLanguage(language)
  const values = { exitAfterDays: days, creditDays: days }
  const said = [
    text('machine', 'buy.terms.pause', values),
    text('machine', 'buy.terms.repurchase', values),
    text('machine', 'mine.next.paused', values),
    text('machine', 'mine.next.matured', values),
  ]
  words.forEach((word, index) => expect(said[index]).toContain(word))
})
