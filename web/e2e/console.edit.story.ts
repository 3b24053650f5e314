import { approved, enter, formOf, openRow, sent } from './console.ts'
import { expect, test } from './fixtures.ts'
import { axeFlaws, settle } from './inspect.ts'
import { hold, refused } from './mocks.ts'
import { Operator } from './operators.ts'
import { buyAs, comeByCalls } from './person.ts'
import { textOf } from './texts.ts'

// What operators set, pay and decide about people, in order: one proposes in the console, another approves.
test.use({ story: 'console-edit' })
test.describe.configure({ mode: 'serial' })

test('the game is stopped by one person and goes on by two', async ({ desk, world }) => {
  const { page } = await desk('risk', '/stops')
  await openRow(page, 'game')
  expect((await sent(page.getByRole('complementary'), 'game/stop', 'Stop the game', 'a look at the beacon')).state).toBe('executed')
  await expect(page.getByRole('complementary').getByText('a look at the beacon').first()).toBeVisible()
  const resumed = await sent(page.getByRole('complementary'), 'game/resume', 'Let the game go on', 'the beacon is well')
  expect(resumed.state).toBe('pending')
  await approved(world, 'finance_checker', resumed)
  await expect(page.getByRole('complementary').getByRole('button', { name: 'Stop the game', exact: true })).toBeVisible()
})

test('a parameter keeps within its bounds, is tried, and stands in the changelog', async ({ desk, world }) => {
  const { page } = await desk('catalogue', '/params')
  // All of them stand on one page.
  const { list: params } = (await (await Operator.signIn(world, 'auditor')).call('params/list', { size: 50, count: true })) as { list: { name: string }[] }
  await expect.poll(() => page.locator('[data-row]').count()).toBeGreaterThan(params.length)
  // They stand under themes, shares as percentages, and words in the address narrow them.
  await page.getByRole('button', { name: 'Game', exact: true }).click()
  await expect(page.locator('[data-row]')).toHaveText(['Net loss a day, usual', 'Net loss a day, highest', 'Stake a day, usual', 'Stake a day, highest'])
  // The address has the theme itself, which every language finds.
  expect(new URL(page.url()).hash).toContain('words=theme%3Agame')
  await expect(page.getByRole('searchbox', { name: 'Words to look for' })).toHaveValue('Game')
  await page.getByRole('searchbox', { name: 'Words to look for' }).fill('fee REPURCHASE')
  await expect(page.locator('[data-row]')).toHaveText(['Service fee, repurchase part'])
  await expect(page.locator('tr').filter({ hasText: 'Service fee, repurchase part' })).toContainText('1%')
  expect(new URL(page.url()).hash).toContain('words=fee+REPURCHASE')
  await page.reload()
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Show all again' }).click()
  await openRow(page, 'Net loss a day, usual')
  const panel = page.getByRole('complementary')
  await expect(panel.getByText('From 500 to 50,000.')).toBeVisible()
  // The browser's field speaks the browser's language: below it stands what it was understood as.
  await panel.locator('input[type=datetime-local]').fill('2027-01-02T03:04')
  await expect(panel.getByText('2 Jan 2027, 03:04 UTC+8')).toBeVisible()
  await panel.getByRole('button', { name: 'Close the panel' }).click()
  await openRow(page, 'Days a repurchase credit is valid')
  // What it was applied to lately, and when it is read.
  await expect(panel.getByText('Read when a machine is ordered; machines that were sold keep their terms.')).toBeVisible()
  await expect(panel.getByText('machines', { exact: true })).toBeVisible()
  await panel.getByLabel('Value').fill('1000')
  await panel.getByLabel('Reason').fill('longer credit')
  await panel.getByRole('button', { name: 'Change this parameter' }).click()
  await expect(panel.getByText('This is above the highest value.')).toBeVisible()
  await panel.getByLabel('Value').fill('120')
  await panel.getByRole('button', { name: 'Try it first' }).click()
  await expect(panel.getByText('Demo finance checker').first()).toBeVisible()
  await expect(panel.last()).toContainText('Change the parameter “Days a repurchase credit is valid” (machine.credit_days) to 120.')
  // What was typed outlives a reload.
  await page.reload()
  await expect(panel.getByLabel('Value')).toHaveValue('120')
  await approved(world, 'finance_checker', await sent(panel, 'params/change', 'Change this parameter'))
  await page.reload()
  await expect(panel.getByText('longer credit').first()).toBeVisible()
  // The changelog calls it as the list does.
  await page.goto('/operator/#/changelog')
  await expect(page.locator('[data-row]').first()).toHaveText('Days a repurchase credit is valid')
  // Beside a change stands what was decided about the parameter.
  await openRow(page, 'Days a repurchase credit is valid')
  await expect(panel.getByRole('link', { name: 'Change the parameter “Days a repurchase credit is valid” (machine.credit_days) to 120.' })).toBeVisible()
})

test('a machine is refilled and repriced, and a buyer sees when', async ({ desk, world, person }) => {
  const { page } = await desk('catalogue', '/machines')
  await openRow(page, 'Small machine')
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'Change this machine' }).first().click()
  await panel.getByLabel('Add to the stock').fill('25')
  await panel.getByLabel('Price').fill('110')
  const proposed = await sent(panel, 'machines/change', 'Change this machine', 'more of them, dearer ones')
  await page.reload()
  // What waits about it stands on it.
  await expect(panel.getByRole('link', { name: /Change the machine “Small machine” \(machineSmall\)/ })).toBeVisible()
  await approved(world, 'finance_checker', proposed)
  await page.reload()
  await expect(panel.getByText('Announced, not in effect yet')).toBeVisible()
  const { nextTerms } = await person.call('/api/miner/detail', { id: 'machineSmall' })
  expect(nextTerms?.price).toBe('110')
})

test('a pool is funded with evidence, and the trial says what stays free', async ({ desk, world }) => {
  const { page } = await desk('finance_maker', '/money')
  const evidence = `0x${'5a'.repeat(32)}`
  await page.getByRole('button', { name: 'Fund a pool' }).click()
  await page.getByLabel('Pool').selectOption('interest')
  await page.getByLabel('Currency').selectOption('USDT')
  await page.getByLabel('Amount').fill('1 250,50')
  await page.getByLabel('Evidence').fill(evidence)
  await page.getByLabel('Reason').fill('more machines are sold')
  await expect(page.getByText('Capital → Interest pool, free', { exact: true })).toBeVisible()
  expect(await axeFlaws(page)).toEqual([])
  // What a press was told stays, though a trial comes after it.
  await page.route('**/operator/api/pools/fund', (route) => route.fulfill(refused(2035, 'short')), { times: 1 })
  const triedLater = page.waitForResponse('**/operator/api/proposals/try')
  await page.getByLabel('Reason').fill('more machines are sold now')
  await page.getByRole('button', { name: 'Fund a pool' }).last().click()
  await triedLater
  await expect(page.locator('form').getByRole('status')).toHaveText('short')
  await approved(world, 'finance_checker', await sent(page.locator('body'), 'pools/fund', 'Fund a pool'))
  await page.reload()
  await expect(page.getByText(evidence)).toBeVisible()
  // Capital moves to the exchange, and a bid gives its money back, by two as well.
  await page.getByRole('button', { name: 'Move capital' }).click()
  await page.locator('form').getByLabel('Movement').selectOption('to_inventory')
  await page.getByLabel('Currency').selectOption('USDT')
  await page.getByLabel('Amount').fill('10')
  await page.getByLabel('Evidence').fill('a note')
  await approved(world, 'finance_checker', await sent(page.locator('body'), 'capital/move', 'Move capital', 'the exchange runs low'))
  await page.goto('/operator/#/bids')
  const offer = await formOf(page.getByRole('main'), 'Place a bid', 'more of it is wanted')
  await offer.getByLabel('Price').fill('0.41')
  await offer.getByLabel('Quantity').fill('10')
  await approved(world, 'finance_checker', await sent(offer, 'bids/place', 'Place a bid'))
  await page.reload()
  await expect(
    page
      .locator('tr')
      .filter({ has: page.locator('[data-row]') })
      .filter({ hasText: '0.41' }),
  ).toHaveCount(1)
  const bid = await page.locator('[data-row]').first().getAttribute('data-row')
  await page.locator('[data-row]').first().click()
  const cancelled = await sent(page.getByRole('complementary'), 'bids/cancel', 'Cancel the bid', 'it is not needed')
  await approved(world, 'finance_checker', cancelled)
  await page.reload()
  await expect(page.locator('[data-row]').first()).not.toHaveAttribute('data-row', bid ?? '')
})

test('a person is found, noted and suspended, until two end it', async ({ desk, world, person }) => {
  const { page } = await desk('risk', '/people')
  await page.getByLabel('Id, wallet').fill(person.wallet.account.address)
  // Whoever is found alone is shown without another press.
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByLabel('Note').fill('called about the deposit')
  await page.getByRole('button', { name: 'Write a note' }).click()
  await expect(page.getByText('called about the deposit')).toBeVisible()
  await expect(page.getByRole('main').getByText('Demo risk')).toBeVisible()
  await page.getByRole('button', { name: 'Suspend the account' }).first().click()
  await page.getByLabel('Days').fill('3')
  expect((await sent(page.locator('body'), 'users/suspend', 'Suspend the account', 'the wallet was reported')).state).toBe('executed')
  const tile = (title: string) => page.getByRole('heading', { name: title }).locator('xpath=ancestor::section[1]')
  await expect(tile('Who it is').getByText('the wallet was reported')).toBeVisible()
  await page.getByRole('button', { name: 'End the suspension' }).click()
  await approved(world, 'finance_checker', await sent(page.locator('body'), 'users/restore', 'End the suspension', 'the wallet was safe'))
  await page.reload()
  await settle(page)
  // Who suspends people and may not read the log sees what was decided before.
  await expect(tile('What was decided about it').getByText('the wallet was reported')).toBeVisible()
  await expect(tile('Who it is')).toBeVisible()
  await expect(tile('Who it is').getByText('the wallet was reported')).toHaveCount(0)
  // What was done about the person outlives it, and leads to the log.
  const auditor = await desk('auditor', new URL(page.url()).hash.slice(1))
  const trail = auditor.page.getByRole('heading', { name: 'Audit trail' }).locator('xpath=ancestor::section[1]').getByRole('listitem')
  await expect(trail).toHaveText([
    /^Approve: End a suspension\s*done.*the wallet was safe/,
    /^Propose: End a suspension\s*proposed/,
    /^Suspend an account\s*done.*reported/,
    /Write a note/,
  ])
  await trail.nth(2).getByRole('link').click()
  // The log is about a person by the masked wallet; the call and what is stored wait to be asked for.
  const record = auditor.page.getByRole('complementary', { name: 'This record' })
  await expect(record.getByRole('link', { name: /^0x[0-9a-fA-F]{4}\*{6}[0-9a-fA-F]{6}$/ })).toBeVisible()
  await expect(record.getByText('users/suspend')).toBeHidden()
  await record.getByText('Details', { exact: true }).click()
  await expect(record.getByText('users/suspend')).toBeVisible()
  await auditor.page.getByRole('complementary').getByRole('button', { name: 'Close the panel' }).click()
  await expect(auditor.page.locator('[data-row]')).toHaveCount(4)
})

test('banners are added, and ordered by keys and by dragging', async ({ desk }) => {
  const { page } = await desk('editor', '/banners')
  for (const title of ['First of the story', 'Second of the story']) {
    await page.getByRole('button', { name: 'Add a banner' }).first().click()
    const panel = page.getByRole('complementary')
    // The form of the one before goes away.
    await expect(panel.getByRole('group', { name: 'English' }).getByLabel('Title')).toHaveValue('')
    await panel.getByRole('group', { name: 'English' }).getByLabel('Title').fill(title)
    await panel.getByRole('group', { name: 'English' }).getByLabel('Note on risk').fill('Prices fall as well as rise.')
    await sent(panel, 'banners/add', 'Add a banner')
    await expect(page.locator('[data-row]').filter({ hasText: title })).toBeVisible()
  }
  // What is typed while the answer is on its way stays.
  await page.getByRole('button', { name: 'Add a banner' }).first().click()
  const form = page.getByRole('complementary').getByRole('group', { name: 'English' })
  await expect(form.getByLabel('Title')).toHaveValue('')
  await form.getByLabel('Title').fill('Third')
  await form.getByLabel('Note on risk').fill('A note.')
  const release = await hold(page, '**/operator/api/banners/add')
  await page.getByRole('complementary').getByRole('button', { name: 'Add a banner' }).click()
  await form.getByLabel('Title').fill('Third of the story')
  release()
  await expect(page.getByRole('complementary').getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect(form.getByLabel('Title')).toHaveValue('Third of the story')
  await sent(page.getByRole('complementary'), 'banners/change', 'Save')
  await expect(page.locator('[data-row]').filter({ hasText: 'Third of the story' })).toBeVisible()
  await sent(await formOf(page.getByRole('complementary'), 'Remove the banner'), 'banners/remove', 'Remove the banner')
  await expect(page.locator('[data-row]')).toHaveCount(2)
  const ordered = page.waitForResponse('**/operator/api/banners/order')
  await page.getByRole('button', { name: 'Second of the story: one place earlier' }).press('Enter')
  await ordered
  await expect(page.locator('[data-row]').first()).toContainText('Second of the story')
  const dragged = page.waitForResponse('**/operator/api/banners/order')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'First of the story' })
    .dragTo(page.getByRole('listitem').filter({ hasText: 'Second of the story' }))
  await dragged
  await expect(page.locator('[data-row]').first()).toContainText('First of the story')
  // One of them is worded anew, waits for its time, and goes again.
  await openRow(page, 'Second of the story')
  const open = page.getByRole('complementary')
  await open.getByRole('group', { name: 'English' }).getByLabel('Title').fill('Second of the story, anew')
  await sent(open, 'banners/change', 'Save')
  const times = await formOf(open, 'Schedule')
  await times.locator('input').first().fill('2026-12-24T10:00')
  await sent(times, 'banners/schedule', 'Schedule')
  await expect(page.locator('[data-row]').filter({ hasText: 'Second of the story, anew' })).toContainText('scheduled')
  // The other bound leaves the first one as it was, until that is taken off.
  await times.locator('input').last().fill('2026-12-26T10:00')
  await sent(times, 'banners/schedule', 'Schedule')
  await page.reload()
  await expect(page.locator('[data-row]').filter({ hasText: 'Second of the story, anew' })).toContainText('scheduled')
  const bounds = await formOf(open, 'Schedule')
  await expect(bounds.locator('input').first()).toHaveValue('2026-12-24T10:00')
  await bounds.locator('input').first().fill('')
  await sent(bounds, 'banners/schedule', 'Schedule')
  await expect(page.locator('[data-row]').filter({ hasText: 'Second of the story, anew' })).not.toContainText('scheduled')
  await sent(await formOf(open, 'Remove the banner'), 'banners/remove', 'Remove the banner')
  await expect(page.locator('[data-row]').filter({ hasText: 'Second of the story' })).toHaveCount(0)
})

test('a picture is cut to its shape, described and shown with goods', async ({ desk, world, person }) => {
  const { page } = await desk('catalogue', '/pictures')
  // Its right half is blue.
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 800, height: 400 })
    const pen = canvas.getContext('2d')!
    for (const [at, color] of ['#ff0000', '#0000ff'].entries()) {
      pen.fillStyle = color
      pen.fillRect(at * 400, 0, 400, 400)
    }
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  const upload = page.getByRole('region', { name: 'A new picture' })
  const choose = () => upload.getByLabel('Choose a file').setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') })
  await choose()
  await upload.getByRole('radio', { name: 'Square' }).check()
  await upload.getByLabel('From left to right').fill('1')
  const middle = () => upload.locator('canvas').evaluate((canvas: HTMLCanvasElement) => [...canvas.getContext('2d')!.getImageData(4, 4, 1, 1).data])
  await expect.poll(middle).toEqual([0, 0, 255, 255])
  await expect(upload.getByRole('button', { name: 'Upload' })).toBeDisabled()
  for (const [language, words] of [
    ['Chinese', '藍色的燈'],
    ['English', 'A blue lamp'],
    ['Russian', 'Синяя лампа'],
  ] as const) {
    await upload.getByLabel(`What is on it · ${language}`).fill(words)
  }
  // The words outlive a reload; the file has to be chosen again.
  await page.reload()
  await choose()
  await expect(upload.getByLabel('What is on it · English')).toHaveValue('A blue lamp')
  await upload.getByRole('button', { name: 'Upload' }).click()
  const sizes = page.getByRole('complementary').getByRole('img', { name: 'A blue lamp' })
  await expect(sizes.first()).toBeVisible()
  expect(await sizes.first().evaluate((image: HTMLImageElement) => image.width / image.height)).toBe(1)
  expect(await axeFlaws(page)).toEqual([])

  const panel = page.getByRole('complementary')
  const described = await formOf(panel, 'Describe the picture')
  await described.getByLabel('English').fill('A blue lamp, lit')
  await sent(described, 'pictures/describe', 'Describe the picture')
  await expect(panel.getByRole('heading', { name: 'A blue lamp, lit' })).toBeVisible()
  const other = { zhtw: '未使用', en: 'A lamp that nothing shows', ru: 'Лишняя лампа' }
  await (await Operator.signIn(world, 'catalogue', 2)).call('pictures/upload', { content: drawn, alt: other })
  await page.reload()
  await openRow(page, other.en)
  await sent(await formOf(panel, 'Remove the picture'), 'pictures/remove', 'Remove the picture')
  await expect(page.locator('[data-row]').filter({ hasText: other.en })).toHaveCount(0)

  await page.goto('/operator/#/goods')
  await openRow(page, 'Desk lamp')
  await panel.getByRole('button', { name: 'Change these goods' }).first().click()
  await panel.getByRole('button', { name: 'Add the picture: A blue lamp' }).click()
  await approved(world, 'finance_checker', await sent(panel, 'goods/change', 'Change these goods', 'it is blue now'))
  const { images } = await person.call('/api/shop/goodsInfo', { id: 'deskLamp' })
  expect(images.map(({ alt }) => alt)).toContain('A blue lamp, lit')
})

test('a role is given by two, waits in sight of everybody who may object, and is taken back by two', async ({ desk, world }) => {
  const { page } = await desk('administrator', '/staff')
  await page.getByRole('button', { name: 'Add a member of staff' }).click()
  await page.getByLabel('Wallet address').fill(`0x${'a1'.repeat(20)}`)
  await page.getByLabel('Name').fill('Nora of the story')
  await page.getByLabel('finance maker').check()
  await approved(world, 'administrator', await sent(page.locator('body'), 'roles/change', 'Add a member of staff', 'she funds pools from December on'))

  // It must not look like a role that works.
  await page.reload()
  const line = page.locator('tr').filter({ hasText: 'Nora of the story' })
  await expect(line).toContainText('finance maker (does not work yet)')
  await expect(line).toContainText('not set up yet')

  const other = await desk('support', '/waiting-roles')
  const tile = other.page.locator('section').filter({ hasText: 'Nora of the story' })
  await expect(tile.getByText('finance maker')).toBeVisible()
  // Every screen of everybody says so, and the menu counts it, until somebody objects.
  const overAll = other.page.getByRole('status').filter({ hasText: 'Nora of the story' })
  const counted = other.page.getByRole('link', { name: textOf('en', 'console', 'screen.waitingRoles') }).getByLabel('1 waits')
  await expect(overAll).toContainText('Finance maker')
  await expect(counted).toBeVisible()
  await sent(tile, 'roles/object', 'Object to the waiting roles', 'nobody of us knows her')
  await expect(tile.getByText('Objected by')).toBeVisible()
  await expect(overAll).toHaveCount(0)
  await expect(counted).toHaveCount(0)
  expect(await axeFlaws(other.page)).toEqual([])

  await page.reload()
  await openRow(page, 'Nora of the story')
  const panel = page.getByRole('complementary')
  await panel.getByLabel('Active').selectOption('false')
  await approved(world, 'administrator', await sent(panel, 'roles/change', 'Change this person', 'she was never hired'))
  await page.reload()
  await expect(page.locator('tr').filter({ hasText: 'Nora of the story' }).getByText('no', { exact: true })).toBeVisible()
})

test('a reward that was refused is granted after all by two', async ({ desk, world }) => {
  const referrer = await comeByCalls(world)
  const friend = await comeByCalls(world, referrer.referralCode)
  await (await Operator.signIn(world, 'risk')).propose('users/flag', { userId: referrer.id })
  await buyAs(world, friend, '/api/miner/purchaseMiner', { productId: 'machineMedium' })
  const { page } = await desk('risk', `/rewards?userId=${referrer.id}`)
  await page.locator('[data-row]').first().click()
  const panel = page.getByRole('complementary')
  await panel.getByLabel('Cause').selectOption('linked accounts')
  await approved(world, 'finance_checker', await sent(panel, 'rewards/refuse', 'Refuse the reward', 'one wallet funded both'))
  await page.goto(`/operator/#/people?id=${referrer.id}`)
  const team = page.locator('section').filter({ hasText: 'Team and rewards' })
  await expect(team.getByRole('cell', { name: 'refused' })).toBeVisible()
  // Its form stands under what it is about.
  await expect(
    team
      .locator('section')
      .filter({ hasText: 'Grant the reward after all' })
      .getByRole('heading', { name: /\d USDT$/ }),
  ).toBeVisible()
  await approved(world, 'finance_checker', await sent(team, 'rewards/grant', 'Grant the reward after all', 'the wallet is an exchange'))
  await page.reload()
  await expect(team.getByText('paid', { exact: true })).toBeVisible()
  await expect(team.getByRole('button', { name: 'Grant the reward after all' })).toHaveCount(0)
  expect(await axeFlaws(page)).toEqual([])
})

test('a month of dividends closes, and is paid to the last node', async ({ desk, world }) => {
  const owner = await comeByCalls(world)
  await buyAs(world, owner, '/api/node/purchase', { nodeId: 'nodeDiamond' })
  const { page } = await desk('finance_checker', '/dividends')
  await expect(page.getByRole('heading', { name: 'If November 2026 closed now' })).toBeVisible()
  await world.advance(11 * 24 * 3600)
  await enter(page, 'finance_checker', 1, '/dividends')
  await expect(page.getByRole('heading', { name: 'If December 2026 closed now' })).toBeVisible()
  const closed = page.locator('tr').filter({ has: page.locator('[data-row]'), hasText: 'diamond' })
  // One node, and none that waits for its payment.
  await expect(closed.locator('td').nth(4)).toHaveText('1')
  await expect(closed.locator('td').nth(5)).toHaveText('0')
  await closed.locator('[data-row]').click()
  await expect(page.getByRole('complementary').getByText('To the free pool')).toBeVisible()
  expect(await axeFlaws(page)).toEqual([])
})
