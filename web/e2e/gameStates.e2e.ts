import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { keptOn } from './journey.ts'
import { visit } from './looks.ts'
import { mockOf, showGame } from './looks/game.ts'
import { callTo, refused } from './mocks.ts'

// Over mocked answers: a real game does not come into these states on demand.

test('boxes are chosen by keyboard, as one group of radio buttons, and the button to join covers no field', async ({ person: { page } }) => {
  await showGame(page, 'open')
  await page.getByRole('radio', { name: 'Box 1', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Box 3', exact: true })).toBeChecked()
  // What is typed next lies under nothing.
  const isOnTop = (field: Element) => {
    const { x, y, width, height } = field.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === field
  }
  expect(await page.getByLabel('Amount').evaluate(isOnTop)).toBe(true)
  await page.getByLabel('Amount').fill('505')
  await page.getByText('in steps of 10').waitFor()
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: 'Join box 3 with 500 GP' }).waitFor()
  // The button to join lies over no field, with a keyboard on the screen and in a small window.
  const bar = page.getByRole('button', { name: 'Join box 3 with 500 GP' }).locator('..')
  const position = () => bar.evaluate((element) => getComputedStyle(element).position)
  expect(await position()).toBe('sticky')
  // A keyboard on the screen leaves what is laid out as it is, and shows less of it.
  await page.evaluate(() => {
    Object.defineProperty(visualViewport!, 'height', { get: () => innerHeight - 336, configurable: true })
    visualViewport!.dispatchEvent(new Event('resize'))
  })
  await expect.poll(position).toBe('static')
  await page.evaluate(() => {
    Reflect.deleteProperty(visualViewport!, 'height')
    visualViewport!.dispatchEvent(new Event('resize'))
  })
  await expect.poll(position).toBe('sticky')
  await page.setViewportSize({ width: 390, height: 420 })
  await expect.poll(position).toBe('static')
})

test('a receipt of an earlier key of the platform fits, and is recomputed beside the screen', async ({ person: { page } }) => {
  const beside = page.waitForEvent('worker')
  await showGame(page, 'rotated')
  expect((await beside).url()).toContain('/assets/verify.worker-')
  await page.getByText('Verified on this device').waitFor()
})

test('a round that somebody else signed, or whose anchor somebody else sent, says which step does not fit', async ({ person: { page } }) => {
  await showGame(page, 'stranger')
  await page.getByText("This does not fit: The list's hash is the one that was signed").waitFor()
  await showGame(page, 'foreign')
  await page.getByText('This does not fit: The root was on the chain before the beacon').waitFor()
})

test('where the wallet reads nothing there is no tick, and later there is', async ({ person: { page } }) => {
  await showGame(page, 'roundUnread')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('heading', { name: 'Nothing contradicts it, but not everything was looked up' }).waitFor()
  await sheet.getByText("first saw the list's hash after the draw").waitFor()
  const unread = sheet.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'not looked up' }) })
  await expect(unread).toHaveText([/The root was on the chain before the beacon/])
  // What was not looked up is looked up by itself once the wallet reads again.
  const mock = await mockOf(page)
  await visit(page, '/trade?tab=box')
  await page.getByText('Nothing contradicts it').waitFor()
  mock.begin({ ...mock.scene, at: 30 })
  delete mock.scene.chain
  await visit(page, '/trade?tab=box')
  await page.getByText('Verified on this device').waitFor()
})

for (const [name, said] of [
  ['roundMissing', 'The platform says that there is no such round, and this device holds your receipt of it'],
  ['roundEndless', 'A day after its lock this round is not over'],
  ['roundEmpty', 'This does not fit: The list of entries is whole'],
] as const) {
  test(`a round of which the device holds a receipt is not believed to be none: ${name}`, async ({ person: { page } }) => {
    await showGame(page, name)
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('heading', { name: said }).waitFor()
    await expect(sheet.getByText('Nobody took part', { exact: true })).toHaveCount(0)
    const [file] = await Promise.all([page.waitForEvent('download'), sheet.getByRole('button', { name: 'Export this round' }).click()])
    expect(readFileSync(await file.path(), 'utf8')).toContain('"held"')
    await visit(page, '/trade?tab=box')
    await page.getByRole('button', { name: said }).waitFor()
    await visit(page, '/wallet')
    await page.getByRole('link', { name: 'A round does not fit' }).waitFor()
  })
}

test('whoever reads that a round does not fit is told what to do, and gets the file to do it with', async ({ person: { page, faults } }) => {
  await showGame(page, 'spoilt')
  await page.getByText("This does not fit: The list's hash is the one that was signed").waitFor()
  await page.getByRole('button', { name: 'This does not fit' }).click()
  const sheet = page.getByRole('dialog')
  // The failure stands before the boxes it is about.
  const advice = sheet.getByRole('region', { name: 'What you can do' })
  await advice.getByRole('listitem').nth(2).getByText('name round 20260601-141').waitFor()
  expect((await advice.boundingBox())!.y).toBeLessThan((await sheet.getByText('Closed at').boundingBox())!.y)
  await expect(advice.getByRole('link', { name: 'Open the verifier' })).toHaveAttribute('href', '/verify.html#en')
  const [file] = await Promise.all([page.waitForEvent('download'), sheet.getByRole('button', { name: 'Export this round' }).click()])
  expect(file.suggestedFilename()).toBe('20260601-141.json')
  expect(readFileSync(await file.path(), 'utf8')).toContain('"amount": 1010')
  await advice.getByRole('link', { name: 'Help and support' }).click()
  await page.waitForURL(/view=help/)
  expect(faults).toEqual([])
})

test('a published round that changes is recomputed, and both steps that fail are marked', async ({ person: { page } }) => {
  await showGame(page, 'round')
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Verified on this device').waitFor()
  // What the device keeps is shown first.
  await expect.poll(async () => JSON.stringify(await keptOn(page))).toContain('rootSignature')
  await showGame(page, 'roundFailed')
  const failed = sheet.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'does not fit' }) })
  await expect(failed).toHaveText([/The list's hash is the one that was signed/, /My entry is in the list/])
})

test('an entry is led on by what it lacks: an amount, then points, and back with both', async ({ person: { page } }) => {
  await showGame(page, 'poor')
  await page.getByRole('radio', { name: 'Box 3', exact: true }).check()
  await page.getByRole('button', { name: 'Enter an amount' }).click()
  await page.getByText('Please enter quantity').waitFor()
  // A stake is never proposed to be all there is.
  await expect(page.getByRole('button', { name: 'Max' })).toHaveCount(0)
  await page.getByRole('button', { name: '500', exact: true }).click()
  await page.getByRole('button', { name: 'Get 500 GP to join' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('textbox', { name: 'Points' })).toHaveValue('500')
  await sheet.getByText(/You have .*\sUSDT/).waitFor()
  await sheet.getByRole('textbox', { name: 'Points' }).fill('')
  await sheet.getByRole('button', { name: 'Get points' }).click()
  await sheet.getByText('Please enter the purchase amount').waitFor()
})

test('a refused entry says that it failed, and then why', async ({ person: { page } }) => {
  await showGame(page, 'open')
  await page.route('**/api/game/join*', (route) => route.fulfill(refused(1708, 'This period is full')))
  await page.getByRole('radio', { name: 'Box 3', exact: true }).check()
  await page.getByRole('button', { name: '100', exact: true }).click()
  await page.getByRole('button', { name: 'Join box 3 with 100 GP' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Participation failedThis period is full')
})

test('somebody on a break is told that the round goes on without him', async ({ person: { page } }) => {
  await showGame(page, 'on_break')
  await page.getByText('Round 20260601-145 goes on without you').waitFor()
  await expect(page.getByText(/The boxes open in|Entries close in/)).toHaveCount(0)
})

test('a result of some time ago is one line above the round of this moment', async ({ person: { page } }) => {
  await showGame(page, 'longAgo')
  const line = page.getByRole('button', { name: 'Round 20260601-100: The box was empty' })
  await expect(line.getByRole('img', { name: 'Verified on this device' })).toHaveText('✔')
  await page.getByText('Entries close in').waitFor()
  await line.click()
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await expect(line).toHaveCount(0)
})

for (const view of ['history', 'record'] as const) {
  test(`sums that do not come are asked for again above the rounds of ${view}`, async ({ person: { page } }) => {
    // Before the first look, as an answer that is there is not asked for again.
    await page.route(callTo('/api/miner/ztGameTj'), (route) => route.fulfill(refused(1000, 'System error')))
    await showGame(page, view)
    const notice = page.getByRole('main').getByRole('alert')
    await expect(notice.getByText('System error')).toBeVisible()
    await page.unroute(callTo('/api/miner/ztGameTj'))
    await notice.getByRole('button').click()
    await expect(notice).toHaveCount(0)
    await page
      .getByText(view === 'record' ? 'Net result' : 'Expected return')
      .first()
      .waitFor()
  })
}
