import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from './browser.ts'
import { atoms } from './journey.ts'
import { visit } from './looks.ts'
import type { Person } from './person.ts'
import { textOf } from './texts.ts'

/** One of the two forms that exchange, on a page in a language. */
export interface Form {
  page: Page
  language: Language
  namespace: 'swap' | 'trade'
}

const entered = { swap: 'pay', trade: 'quantity' }
const ordered = { swap: /^(Swap|兌換|Обменять) \d/, trade: /^(Sell|出售|Продать) / }

export function entryOf({ page, language, namespace }: Form): Locator {
  return page.getByLabel(textOf(language, namespace, entered[namespace]), { exact: true })
}

/** The form's own button, once what was entered is quoted. */
export function readyButton({ page, language, namespace }: Form): Locator {
  return page
    .locator('main')
    .getByRole('button', { name: textOf(language, namespace, 'step.ready'), exact: true })
    .last()
}

export function orderButton({ page, namespace }: Form): Locator {
  return page.getByRole('dialog').getByRole('button', { name: ordered[namespace] })
}

/** Opens a form from cold and enters an amount; the form is ready to be ordered. */
export async function filled(page: Page, path: string, amount: string, language: Language = 'en'): Promise<Form> {
  const form: Form = { page, language, namespace: path.startsWith('/swap') ? 'swap' : 'trade' }
  await visit(page, path)
  await entryOf(form).fill(amount)
  await expect(readyButton(form)).toBeEnabled()
  return form
}

/** Goes from the filled form through the sheet that asks once more. */
export async function order(form: Form): Promise<void> {
  await readyButton(form).click()
  await orderButton(form).click()
}

/** What a person has of some currencies. */
export function held({ balance }: Person, ...currencies: string[]): Promise<bigint[]> {
  return Promise.all(currencies.map(async (currency) => atoms((await balance(currency)).available)))
}

/** The receipt stands where the quote stood: between what was entered and the button, with its way to the wallet. */
export async function receiptIsSeen(page: Page, currency: string): Promise<void> {
  const receipt = page.getByText('Added to your balance:')
  await receipt.waitFor()
  // The quote was longer: what it brought comes into view, and a reader of the screen is led to it.
  await expect(receipt).toBeInViewport()
  await expect(page.getByRole('status').filter({ has: receipt })).toBeFocused()
  const topOf = async (part: Locator) => (await part.boundingBox())!.y
  expect(await topOf(receipt)).toBeGreaterThan(await topOf(page.locator('fieldset input').first()))
  expect(await topOf(receipt)).toBeLessThan(await topOf(page.locator('main').getByRole('button', { name: /^Enter an? (amount|quantity)$/ })))
  await expect(page.getByRole('link', { name: 'See it in the wallet' })).toHaveAttribute('href', `#/balanceDetail?currency=${currency}`)
}
