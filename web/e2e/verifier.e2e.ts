import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ed25519 } from '@noble/curves/ed25519'
import { walletOn, type TestBlock } from '../kit/src/game/chaintest.ts'
import { signedText } from '../kit/src/solvency/check.ts'
import type { Language } from './browser.ts'
import { expect, test as base, type Page } from './fixtures.ts'
import { flawsInAll, type State } from './looks.ts'

interface Vectors {
  beacon: { localKey: string }
  documents: { name: string; document: unknown }[]
  rejected: { name: string; step: string; document: unknown }[]
}

const vectors = JSON.parse(readFileSync(join(import.meta.dirname, '../../test/vectors/game.json'), 'utf8')) as Vectors
const address = pathToFileURL(join(import.meta.dirname, '../dist/player/verify.html')).href

/** The page as somebody opens it from a disk; every request beyond the page itself, and every error, is a fault. */
const test = base.extend<{ verifier: Page }>({
  verifier: async ({ page, faults }, use) => {
    const asked: string[] = []
    page.on('request', (request) => request.url().startsWith(address) || asked.push(request.url()))
    await page.goto(`${address}#en`)
    await use(page)
    expect(asked).toEqual([])
    expect(faults).toEqual([])
  },
})

/** Trusts the demo's beacon, whose key made the vectors. */
async function trustLocal(page: Page): Promise<void> {
  await page.locator('summary').first().click()
  await page.locator('textarea[name=beacon]').fill(vectors.beacon.localKey)
}

async function verify(page: Page, file: string): Promise<void> {
  await page.locator('textarea[name=round]').fill(file)
  await page.getByRole('button', { name: 'Verify' }).click()
}

const result = (page: Page) => page.locator('[data-result]')

/** The first of those that come to the same; `test/vectors` has all of them judged without a page (`vectors.test.ts`, `rounds.test.ts`). */
function oneOfEach<One>(all: readonly One[], end: (one: One) => string): One[] {
  return all.filter((one, at) => all.findIndex((other) => end(other) === end(one)) === at)
}

test('verifies exported rounds from a file on a disk, and names what does not fit', async ({ verifier: page }) => {
  await trustLocal(page)
  for (const { name, document } of oneOfEach(vectors.documents, ({ document: round }) => (round as { state: string }).state)) {
    const { period } = document as { period: string }
    const file = test.info().outputPath(`${period}.json`)
    writeFileSync(file, JSON.stringify(document))
    await page.locator('input[type=file]').first().setInputFiles(file)
    await expect(page.locator('dl dd').first(), name).toHaveText(period)
    await expect(result(page), name).toHaveAttribute('data-result', 'unread')
  }
  for (const { name, step, document } of oneOfEach(vectors.rejected, (one) => one.step)) {
    await verify(page, JSON.stringify(document))
    await expect(result(page), name).toHaveAttribute('data-result', step)
    await expect(page.locator(`[data-step=${step}]`), name).toHaveClass('failed')
  }
  await verify(page, '{}')
  await page.getByText('This is neither an exported round').waitFor()
})

test("does not take a demo's beacon for the public one", async ({ verifier: page }) => {
  await verify(page, JSON.stringify(vectors.documents[0]!.document))
  await expect(result(page)).toHaveAttribute('data-result', 'signature')
})

test('holds root and receipt to the receipt keys that the reader brings', async ({ verifier: page }) => {
  await trustLocal(page)
  const { document } = vectors.documents[0]! as { document: { receiptKey: string; mine: { receiptKey: string } } }
  await verify(page, JSON.stringify(document))
  await page.locator('[data-result=unread]').waitFor()
  await page.locator('[data-signer=false]').getByText("the file's own word").waitFor()

  await page.getByText("The platform's receipt keys").click()
  const saved = (name: string, keys: string[]) => {
    const data = { receiptKeys: keys.map((key) => ({ key, since: '2026-01-01T00:00:00Z' })) }
    const file = test.info().outputPath(name)
    writeFileSync(file, JSON.stringify({ code: 200, message: '', data }))
    return file
  }
  const stranger = 'ab'.repeat(32)
  await page.getByLabel('Open the saved answer').setInputFiles(saved('stranger.json', [stranger]))
  await page.locator('[data-result=root]').waitFor()
  expect(await page.locator('.steps .failed').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-step')))).toEqual(['root', 'receipt'])
  await page.getByText('name round 20261123-225').waitFor()
  await page.getByLabel('Open the saved answer').setInputFiles(saved('gameChain.json', [stranger, document.receiptKey, document.mine.receiptKey]))
  await page.locator('[data-result=unread]').waitFor()
  await page.locator('[data-signer=true]').waitFor()
  // What was put in survives a change of language.
  for (const language of ['ru', 'en']) {
    await page.locator('header select').selectOption(language)
    await page.locator('[data-result=unread]').waitFor()
    await page.locator('[data-signer=true]').waitFor()
  }

  await page.getByText("The platform's receipt keys").click()
  await page.getByLabel('Or paste answer or keys').fill('no keys')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('These are no receipt keys').waitFor()
  await expect(result(page)).toHaveCount(0)
})

/** Lets the page find a wallet, which says on what chain it stands and what is there. */
async function standOn(page: Page, answer: (asked: { method: string; params?: unknown }) => unknown): Promise<void> {
  await page.exposeFunction('askChain', answer)
  await page.evaluate(() =>
    Object.assign(window, { ethereum: { request: (asked: unknown) => (window as unknown as { askChain(asked: unknown): unknown }).askChain(asked) } }),
  )
}

interface Invented {
  beaconKey: string
  receiptKey: string
  anchorAddress: string
  rounds: { name: string; outcome: string; step: string; document: { anchor: { address: string } | null }; blocks: TestBlock[] }[]
}

const invented = JSON.parse(readFileSync(join(import.meta.dirname, '../../test/vectors/game_rounds.json'), 'utf8')) as Invented
const ends = oneOfEach(invented.rounds, ({ outcome, step }) => `${outcome} ${step}`)

/** Fills in what a reader kept of the platform's word. */
async function bring(page: Page, address: string): Promise<void> {
  await page.locator('summary').first().click()
  await page.locator('textarea[name=beacon]').fill(invented.beaconKey)
  await page.locator('summary').nth(1).click()
  await page.locator('textarea[name=receipts]').fill(invented.receiptKey)
  await page.getByText("Who sends the platform's anchors").click()
  await page.getByLabel('Address').fill(address)
}

test('says of no invented round that it fits, and of none at all without the chain', async ({ verifier: page }) => {
  await bring(page, invented.anchorAddress)
  for (const { name, outcome, step, document } of ends) {
    await verify(page, JSON.stringify(document))
    // What only the chain knows is not looked up; what contradicts itself fails.
    await expect(result(page), name).toHaveAttribute('data-result', outcome === 'failed' ? step : 'unread')
  }
  const foreign = invented.rounds.find(({ name }) => name === 'a foreign sender')!
  await verify(page, JSON.stringify(foreign.document))
  await expect(result(page)).toHaveAttribute('data-result', 'anchor')
  await page.locator('[data-sender=compared]').getByText('was not read').waitFor()
  await page.getByLabel('Address').fill('nobody')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('This is no address of the chain').waitFor()
})

test('reads the chain through a wallet in the browser, where there is one', async ({ verifier: page }) => {
  let blocks: TestBlock[] = []
  let chainId = '0x38'
  await standOn(page, (asked) => (asked.method === 'eth_chainId' ? chainId : walletOn(blocks).request(asked)))
  await bring(page, invented.anchorAddress)
  for (const { name, outcome, step, document, blocks: chain } of ends) {
    blocks = chain
    await verify(page, JSON.stringify(document))
    await expect(result(page), name).toHaveAttribute('data-result', outcome === 'failed' ? step : outcome)
  }
  chainId = '0x1'
  blocks = invented.rounds[0]!.blocks
  await verify(page, JSON.stringify(invented.rounds[0]!.document))
  await page.locator('[data-sender=compared]').waitFor()
  await expect(result(page)).toHaveAttribute('data-result', 'unread')
})

interface Counted {
  name: string
  reason: string
  address: string
  text: string
  proof: { snapshot: string; address: string }
}

const { cases } = JSON.parse(readFileSync(join(import.meta.dirname, '../../test/vectors/solvency.json'), 'utf8')) as { cases: Counted[] }
const count = cases[0]!
const secret = new Uint8Array(32).fill(7)
const receiptKey = Buffer.from(ed25519.getPublicKey(secret)).toString('hex')
const sender = `0x${'aa'.repeat(20)}`
const txHash = `0x${'0b'.repeat(32)}`

/** An answer about a count as the app saves it: signed, whatever it says. */
function saved(proof: unknown): string {
  const signature = Buffer.from(ed25519.sign(new TextEncoder().encode(signedText(proof) ?? ''), secret)).toString('hex')
  return JSON.stringify({ proof, txHash, signature, key: receiptKey })
}

test("finds the reader's part in a midnight's count, and names what does not fit", async ({ verifier: page }) => {
  await verify(page, saved(count.proof))
  await expect(result(page)).toHaveAttribute('data-why', 'text')
  await page.getByText('What you know of a midnight’s count').click()
  for (const one of oneOfEach(cases, ({ reason }) => reason)) {
    await page.locator('textarea[name=snapshot]').fill(one.text)
    await page.locator('input[name=wallet]').fill(one.address)
    await verify(page, saved(one.proof))
    // What only the chain knows is not looked up.
    await expect(result(page), one.name).toHaveAttribute('data-why', one.reason || 'no_sender')
  }
  await page.locator('textarea[name=snapshot]').fill(count.text)
  await page.locator('input[name=wallet]').fill(count.address)
  await verify(page, saved(cases.find(({ name }) => name === "a leaf's sum")!.proof))
  await expect(result(page)).toHaveAttribute('data-result', 'totals')
  await verify(page, saved(count.proof).replace(txHash, 'none').replace('"signature":"', '"signature":"00'))
  await expect(result(page)).toHaveAttribute('data-result', 'signature')
})

test("reads a count's text through a wallet in the browser", async ({ verifier: page }) => {
  const wallet = walletOn([{ number: 7, time: 1_000, sent: [{ hash: txHash, from: sender, text: count.text }] }], { final: 9 })
  await standOn(page, (asked) => (asked.method === 'eth_chainId' ? '0x38' : wallet.request(asked)))
  await page.getByText("Who sends the platform's anchors").click()
  await page.getByLabel('Address').fill(sender)
  await verify(page, saved(count.proof))
  await expect(result(page)).toHaveAttribute('data-why', 'keys')
  await page.getByText("The platform's receipt keys").click()
  await page.locator('textarea[name=receipts]').fill(receiptKey)
  // The file's own word for what was asked, and for which text others have.
  await verify(page, saved(count.proof))
  await expect(result(page)).toHaveAttribute('data-why', 'asked')
  await page.getByText('What you know of a midnight’s count').click()
  await page.locator('input[name=wallet]').fill(count.address)
  await page.locator('input[name=day]').fill('2026-11-30')
  await verify(page, saved(count.proof))
  await expect(result(page)).toHaveAttribute('data-why', 'others')
  await page.locator('textarea[name=snapshot]').fill(count.text)
  await verify(page, saved(count.proof))
  await expect(result(page)).toHaveAttribute('data-result', 'ok')
  for (const [field, other, why] of [
    ['wallet', `0x${'dd'.repeat(20)}`, 'somebody'],
    ['day', '2026-11-29', 'snapshot'],
  ] as const) {
    const asked = await page.locator(`input[name=${field}]`).inputValue()
    await page.locator(`input[name=${field}]`).fill(other)
    await verify(page, saved(count.proof))
    await expect(result(page)).toHaveAttribute('data-result', why)
    await page.locator(`input[name=${field}]`).fill(asked)
  }
  await verify(page, saved(count.proof))
  await page.locator('dd').getByText(count.proof.address).waitFor()
  // Another text than the chain's, another sender, another key.
  await page.locator('textarea[name=snapshot]').fill(count.text.replace('|41|', '|42|'))
  await verify(page, saved(count.proof))
  await expect(result(page)).toHaveAttribute('data-result', 'anchored_text')
  await page.locator('textarea[name=snapshot]').fill(count.text)
  await page.getByLabel('Address').fill(`0x${'bb'.repeat(20)}`)
  await verify(page, saved(count.proof))
  await expect(result(page)).toHaveAttribute('data-result', 'sender')
  await page.getByLabel('Address').fill(sender)
  await page.locator('textarea[name=receipts]').fill('ab'.repeat(32))
  await verify(page, saved(count.proof))
  await expect(result(page)).toHaveAttribute('data-result', 'receipt_key')
  // Who sends anchors at the time of the block, which comes after the midnight that it is of: the clock of this chain stands in 1970.
  const anchorsSince = (...since: string[]) =>
    JSON.stringify({
      receiptKeys: [{ key: receiptKey }],
      anchorAddresses: since.map((one, at) => ({ address: [sender, `0x${'bb'.repeat(20)}`][at], since: one })),
    })
  await page.getByLabel('Address').fill('')
  for (const [since, outcome] of [
    [['1970-01-01T00:16:40Z'], 'ok'],
    [['1970-01-01T00:00:00Z', '1970-01-01T00:16:41Z'], 'ok'],
    [['1970-01-01T00:00:00Z', '1970-01-01T00:16:40Z'], 'sender'],
    [['1970-01-01T00:16:41Z'], 'unread'],
  ] as const) {
    await page.locator('textarea[name=receipts]').fill(anchorsSince(...since))
    await verify(page, saved(count.proof))
    await expect(result(page), since.join()).toHaveAttribute('data-result', outcome)
  }
})

const verified: State = {
  show: async (page: Page, language: Language) => {
    await page.goto(`${address}#${language}`)
    await trustLocal(page)
    await page.locator('form textarea').first().fill(JSON.stringify(vectors.documents[0]!.document))
    await page.locator('button').click()
    await page.locator('[data-result=unread]').waitFor()
    await page.locator('summary').nth(1).click()
    await page.locator('summary').nth(2).click()
  },
}

const found: State = {
  show: async (page: Page, language: Language) => {
    await page.goto(`${address}#${language}`)
    await page.locator('summary').last().click()
    await page.locator('textarea[name=snapshot]').fill(count.text)
    await page.locator('textarea[name=round]').fill(saved(count.proof))
    await page.locator('button').click()
    await page.locator('[data-why=no_sender]').waitFor()
  },
}

test('reads well', async ({ openPhone }) => {
  expect(await flawsInAll({ verified, found }, openPhone)).toEqual({})
})
