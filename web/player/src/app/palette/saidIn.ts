import { pastedAmount } from '@kit/amount/parse'
import type { Language } from '@kit/i18n/language'

const printed = /(?<![\p{L}\d.,-])(\d[\d\s.,]*?)\s(ETLD|USDT|ETH|T)(?![\p{L}\d])/gu

/** The amounts within a sentence, as the app prints them, in the form of `data-of`. */
export function saidIn(sentence: string, language: Language): string[] {
  return [...sentence.matchAll(printed)].flatMap(([, figure = '', currency]) => {
    const value = pastedAmount(figure, language)
    return value === null ? [] : [`${value} ${currency}`]
  })
}
