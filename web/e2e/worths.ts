import { expect, type Page } from '@playwright/test'
import { pastedAmount } from '../kit/src/amount/parse.ts'
import { settle } from './inspect.ts'

/** An amount as a screen prints it. */
interface Printed {
  figure: string
  currency: string
}

interface Seen {
  /** Whatever amounts of ETLD or T the eye finds, line by line. */
  printed: Printed[]
  /** What says its worth when it is kept pressed: amounts in `data-of`, and those of sentences that have no press of their own. */
  held: string[]
}

/** Runs in the page: opens all that is folded. */
function unfold(): void {
  for (const part of document.querySelectorAll('details')) part.open = true
}

/** Runs in the page. */
function look(): Seen {
  const amount = () => /(?<![\p{L}\d.,-])(\d[\d\s.,]*?)\s(ETLD|T)(?![\p{L}\d])/gu
  const root = [...document.querySelectorAll<HTMLElement>('[role=dialog], main')].at(-1)!
  const printed = root.innerText
    .split('\n')
    .flatMap((line) => [...line.matchAll(amount())].map(([, figure, currency]) => ({ figure: figure!, currency: currency! })))
  const held = [...root.querySelectorAll<HTMLElement>('[data-of]')].map((one) => one.dataset.of!)
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentElement?.closest('[data-of], button, a, label, summary, pre')) continue
    held.push(...[...node.textContent!.matchAll(amount())].map(([, figure, currency]) => `${figure} ${currency}`))
  }
  return { printed, held }
}

/** Reads a figure as the English app prints it. */
const valueOf = (figure: string) => pastedAmount(figure, 'en') ?? '0'

/** Whether an amount is the printed one, which may be cut; in `data-of` it stands as the server says it. */
function isPrinted({ figure, currency }: Printed, said: string): boolean {
  const at = said.lastIndexOf(' ')
  const value = said.slice(0, at).replace(/^[+-]/, '')
  const isPlain = /^\d+(\.\d+)?$/.test(value)
  return said.slice(at + 1) === currency && (isPlain ? value : valueOf(value)).startsWith(valueOf(figure))
}

/** Amounts of ETLD and T on the screen, or on the sheet above it, that say their worth neither beside them nor when they are kept pressed. */
export async function worthless(page: Page): Promise<string[]> {
  await page.evaluate(unfold)
  await settle(page)
  const { printed, held } = await page.evaluate(look)
  return [...new Set(printed.filter((one) => !held.some((said) => isPrinted(one, said))).map(({ figure, currency }) => `${figure} ${currency}`))]
}

/** Asks by the key for the amounts of a screen, and yields those of ETLD and T that come without a worth. */
export async function unanswered(page: Page): Promise<string[]> {
  const { held } = await page.evaluate(look)
  if (!held.some((said) => / (ETLD|T)$/.test(said))) return []
  const answers = page.getByRole('dialog', { name: 'What it comes to' })
  // In a field the key writes. What listens comes when the page is quiet.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await expect(async () => {
    await page.keyboard.press('Alt+=')
    await expect(answers).toBeVisible({ timeout: 500 })
  }).toPass()
  await answers.getByText(/^≈/).first().waitFor()
  const rows = await answers.getByRole('listitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await answers.waitFor({ state: 'detached' })
  return rows.filter((row) => / (ETLD|T)\b/.test(row.split('\n')[0]!) && !row.includes('≈'))
}
