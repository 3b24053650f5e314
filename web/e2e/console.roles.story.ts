import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { enter } from './console.ts'
import { expect, test } from './fixtures.ts'
import { settle } from './inspect.ts'
import { live } from './living.ts'
import type { Role } from './operators.ts'
import { textOf } from './texts.ts'

test.use({ story: 'console-roles' })

const read = (path: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'))
const actNames = read('../locales/en/console-acts.json') as Record<string, string>
const { paths } = read('../../api/operator.json') as { paths: Record<string, { post: { 'x-roles': Role[] } }> }

/** Runs in the page: notes each call that is refused. The stream of what changed never ends, and is let be. */
function noteRefusals(): void {
  const refusals: string[] = []
  Object.assign(window, { refusals })
  const ask = window.fetch.bind(window)
  window.fetch = async (...asked) => {
    const answer = await ask(...asked)
    if (/\/operator\/api\/(?!boards\/changes)/.test(answer.url))
      void (answer.clone().json() as Promise<{ code: number }>).then(
        ({ code }) => code !== 200 && refusals.push(`${answer.url} answers ${code}`),
        () => undefined,
      )
    return answer
  }
}

/** Whether a role may make a call, which everybody may where no roles stand; a test of the server holds the document to the product's table. */
function mayCall(role: Role, call: string): boolean {
  const roles = paths[`/operator/api/${call}`]!.post['x-roles']
  return roles.length === 0 || roles.includes(role)
}

const toEverybody = ['proposals', 'waiting-roles', 'params', 'changelog', 'today', 'stops']
const ofPeople = ['people', 'suspended', 'flags', 'rewards', 'debits', 'paused']
const ofSales = ['machines', 'nodes', 'dividends']
const ofShop = ['goods', 'carriers', 'orders']
const ofMoney = ['withdrawals', 'suspense', 'money', 'transfers', 'intents', 'payouts', 'chain', 'jobs', 'parked', 'checklist', 'figures', 'rounds', 'entries']
const ofFinance = [...ofMoney, ...ofPeople, ...ofSales, ...ofShop, 'bids']

/** The screens that each role sees beside those of everybody, by the product's table of roles; an auditor sees all. */
const screensOf: Partial<Record<Role, readonly string[]>> = {
  support: [...ofPeople, ...ofSales, ...ofShop, 'rounds', 'entries'],
  finance_maker: ofFinance,
  finance_checker: [...ofFinance, 'pictures'],
  risk: [...ofMoney, ...ofPeople, ...ofSales, 'goods'],
  catalogue: [...ofSales, ...ofShop, 'pictures', 'figures', 'checklist'],
  editor: ['news', 'lacking', 'banners', 'pictures'],
  fulfilment: [...ofShop, 'pictures'],
  administrator: ['staff', 'audit', 'payouts', 'chain', 'jobs', 'parked', 'checklist'],
}

/** Where each role's work begins. */
const firstOf: Record<Role, string> = {
  support: 'people',
  finance_maker: 'withdrawals',
  finance_checker: 'withdrawals',
  risk: 'withdrawals',
  catalogue: 'machines',
  editor: 'news',
  fulfilment: 'orders',
  administrator: 'staff',
  auditor: 'withdrawals',
}

/** The acts that are offered on a page, by their calls. */
async function offered(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>('main button, aside button')].map((one) => one.innerText))
  return Object.entries(actNames).flatMap(([key, name]) => (key.startsWith('call.') && names.includes(name) ? [key.slice('call.'.length)] : []))
}

const everyRole = ['auditor', 'support', 'finance_maker', 'finance_checker', 'risk', 'catalogue', 'editor', 'fulfilment', 'administrator'] as const

test('each role sees the screens of its row, is refused nothing on them, and is offered its own acts alone', async ({ desk, world }) => {
  test.slow()
  await live(world)
  const all = new Set<string>()
  const withRows = new Set<string>()
  for (const role of everyRole) {
    const { context, page } = await desk()
    await context.addInitScript(noteRefusals)
    await enter(page, role, 3)
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/${firstOf[role]}`)
    const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
    const seen = await links.evaluateAll((list) => list.map((link) => link.getAttribute('href') ?? ''))
    const own = screensOf[role]
    if (own) expect([...seen].sort()).toEqual([...toEverybody, ...own].map((name) => `#/${name}`).sort())
    for (const path of seen) {
      all.add(path)
      await page.evaluate((way) => document.querySelector<HTMLElement>(`nav a[href="${way}"]`)!.click(), path)
      await page.locator(`nav a[href="${path}"][aria-current="page"]`).waitFor()
      await settle(page)
      if (withRows.has(path)) await expect(page.locator('[data-row]').first(), `${role} at ${path} has a row, as an auditor has`).toBeVisible()
      const { main, row } = await page.evaluate(() => ({ main: document.querySelector('main')!.innerText, row: document.querySelector('[data-row]') !== null }))
      expect(main, `${role} at ${path}`).not.toContain(textOf('en', 'console', 'nav.notYours'))
      if (role === 'auditor' && row) withRows.add(path)
      if (row) await page.evaluate(() => document.querySelector<HTMLElement>('[data-row]')!.click())
      await settle(page)
      const notTheirs = (await offered(page)).filter((call) => !mayCall(role, call))
      expect(notTheirs, `${role} at ${path}`).toEqual([])
    }
    expect(withRows.size, 'lists with rows, without which nothing is looked at').toBeGreaterThan(0)
    // The menu and the refusal ask the same question, so one foreign screen is enough.
    const foreign = [...all].find((one) => !seen.includes(one))
    if (foreign) {
      await page.evaluate((hash) => (location.hash = hash), foreign)
      await expect(page.getByText(textOf('en', 'console', 'nav.notYours')), `${role} at ${foreign}`).toBeVisible()
    }
    expect(await page.evaluate(() => (window as unknown as { refusals: string[] }).refusals), role).toEqual([])
    await context.close()
  }
})
