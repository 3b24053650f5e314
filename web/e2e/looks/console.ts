import type { Page } from '@playwright/test'
import { enter } from '../console.ts'
import type { Role } from '../operators.ts'
import type { States } from '../looks.ts'

/** A screen of the console, with its first row open where there is one to open. */
export function screen(role: Role, path: string, opens = false): States[string] {
  return {
    show: async (page: Page) => {
      await enter(page, role, 1, path)
      const row = page.locator('[data-row]').first()
      if (!opens) return
      await row.click()
      await page.locator('[data-row][aria-expanded=true], article').first().waitFor()
    },
    // What a press opens stands beside the list.
    isMoved: opens,
  }
}

/** Every screen of the console. */
export const screens: States = {
  consoleWithdrawals: screen('finance_checker', '/withdrawals', true),
  consoleProposals: screen('finance_checker', '/proposals?forMe=&withoutQueues=', true),
  consoleChecklist: screen('administrator', '/checklist'),
  consoleOrders: screen('fulfilment', '/orders', true),
  consoleSuspense: screen('finance_maker', '/suspense', true),
  consoleAudit: screen('administrator', '/audit', true),
  consoleNews: screen('editor', '/news'),
  consoleNewsEditor: screen('editor', '/news', true),
}

/** Nobody is signed in. */
export const gate: States = {
  consoleGate: {
    show: async (page) => {
      await page.goto('/operator/')
      await page.locator('section').first().waitFor()
    },
  },
}
