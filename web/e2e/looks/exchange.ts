import { entryOf } from '../exchangeForms.ts'
import { forgetShifts, settle } from '../inspect.ts'
import { visit, type State, type States } from '../looks.ts'

/** A form that exchanges, with the figures of an amount. */
function quoted(path: string, amount: string): State {
  return {
    show: async (page, language) => {
      await visit(page, path)
      // With real keys: what moves at a keystroke is no shift, what moves later is one.
      await entryOf({ page, language, namespace: path.startsWith('/swap') ? 'swap' : 'trade' }).pressSequentially(amount)
      await page.getByRole('timer').first().waitFor()
      await settle(page)
      // With doubled text the figures that come take lines of their own; the page as it loads stands among the screens.
      if (await page.evaluate(() => document.documentElement.style.fontSize === '200%')) await page.evaluate(forgetShifts)
    },
  }
}

/** The forms of somebody who has USDT and ETLD. */
export const states: States = { exchangeQuoted: quoted('/swap?pay=USDT&receive=ETH', '100'), tradeQuoted: quoted('/trade', '120') }
