import { visit, type States } from '../looks.ts'
import { textOf } from '../texts.ts'

/** What somebody sees who is not signed in. */
export const gate: States = {
  gate: {
    show: async (page, language) => {
      await visit(page, '/')
      await page.getByRole('button', { name: textOf(language, 'gate', 'connect') }).waitFor()
    },
    isSheet: true,
  },
  gateLook: {
    show: async (page, language) => {
      await page.getByRole('button', { name: textOf(language, 'gate', 'look'), exact: true }).click()
      await page.getByRole('dialog').locator('dl').waitFor()
    },
    isSheet: true,
    isMoved: true,
  },
  help: {
    show: async (page, language) => {
      await visit(page, '/')
      await page.getByRole('link', { name: textOf(language, 'gate', 'help'), exact: true }).click()
      await page.locator('details').first().waitFor()
    },
    isMoved: true,
  },
}
