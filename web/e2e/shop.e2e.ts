import { languages } from './browser.ts'
import { expect, test as base, type Page } from './fixtures.ts'
import { doubleText, turnTo, visit } from './looks.ts'
import type { Person } from './person.ts'
import { addAddress, inBerlin, orderByCall } from './shop.ts'

const test = base.extend<{ customer: Person }>({
  /** Somebody with 100 USDT and an address. */
  customer: async ({ person }, use) => {
    await addAddress(person)
    await person.fund('100')
    await use(person)
  },
})

async function open(page: Page, goodsId: string): Promise<void> {
  await visit(page, `/productsDetails?id=${goodsId}`)
  await page.getByRole('heading', { name: 'Deliver to' }).waitFor()
}

const orderSheet = (page: Page) => page.getByRole('dialog', { name: 'Order', exact: true })

/** Only three fans are there: who bought one gives it back, as others count them too. */
async function cancelOrder(page: Page): Promise<void> {
  await orderSheet(page).getByRole('button', { name: 'Cancel the order' }).click()
  await expect(orderSheet(page).getByText('The order is cancelled and 29.00 USDT goes back to your balance.')).toBeVisible()
  await orderSheet(page).getByRole('button', { name: 'Cancel order', exact: true }).click()
  await page.getByText('Cancellation successful').first().waitFor()
  await orderSheet(page).getByText('Invalid, refunded').waitFor()
}

base('somebody new orders, pays by a top-up in the same sheet, and has the whole price back', async ({ world, person }) => {
  const { page } = person
  await world.faucet(person.address)
  await base.step('without orders the way leads to the shop, and from there to an order that asks where to', async () => {
    await page.goto('/#/order')
    await page.getByRole('link', { name: 'To the shop' }).click()
    await page.getByRole('link', { name: /Quiet fan/ }).click()
    await page.getByText('Only 3 left').waitFor()
    await page.getByRole('button', { name: 'Please select the delivery address' }).click()
    const form = page.getByRole('dialog', { name: 'Add an address' })
    const save = form.getByRole('button', { name: 'Save and deliver here' })
    await save.click()
    for (const prompt of ['Please enter a name', 'Please enter your mobile phone number', 'Please enter the detailed address'])
      await expect(form.getByText(prompt, { exact: true })).toBeVisible()
    await form.getByLabel('Name').fill('林小姐')
    await form.getByLabel('Phone number').fill('call me')
    await form.getByLabel('Country or region').selectOption('DE')
    await form.getByLabel('Detailed address').fill('Unter den Linden 1, 10117 Berlin')
    await save.click()
    await expect(form.getByText('6 to 20 digits, spaces or hyphens; it may begin with +')).toBeVisible()
    await form.getByLabel('Phone number').fill('+49 30 1234-567')
    await save.click()
    await expect(page.getByText(inBerlin)).toBeVisible()
    await expect(form).toHaveCount(0)
  })
  await base.step('an empty balance is topped up and pays in one sheet; the money waits in escrow', async () => {
    await page.getByRole('radio', { name: /^Balance/ }).click()
    await page.getByRole('button', { name: 'Top up and buy' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Confirm the purchase' })
    await expect(confirmation.getByText(`林小姐, ${inBerlin}`, { exact: true })).toBeVisible()
    await confirmation.getByRole('button', { name: 'Top up 29.00 USDT and buy' }).click()
    const sheet = orderSheet(page)
    await sheet.getByText('Waiting for delivery', { exact: true }).waitFor({ timeout: 90_000 })
    for (const words of ['Quiet fan, 120 mm', '林小姐', '+49 30 1234-567', inBerlin, 'Paid, waiting for delivery'])
      await expect(sheet.getByText(words).first()).toBeVisible()
    expect(await person.balance('USDT')).toMatchObject({ available: '0', escrow: '29' })
  })
  await base.step('who cancels before it ships has the whole price back, and it can be bought again', async () => {
    await cancelOrder(page)
    expect(await person.balance('USDT')).toMatchObject({ available: '29', escrow: '0' })
    expect((await person.call('/api/shop/orders')).list).toMatchObject([{ status: 'invalid' }])
    await open(page, 'quietFan')
    await expect(page.getByText('Only 3 left')).toBeVisible()
  })
})

base('goods are shown by their pictures, in the width that is needed, with words for those who cannot see them', async ({ person: { page } }) => {
  await page.goto('/#/products')
  const cards = page.locator('main a[href*="productsDetails"] img')
  await expect(cards).toHaveCount(8)
  await cards.last().scrollIntoViewIfNeeded()
  await expect.poll(() => cards.evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth === 0).length)).toBe(0)
  await page.getByRole('link', { name: /Quiet fan/ }).click()
  const large = page.getByRole('img', { name: 'A black square fan with nine blades and rubber mounts in its corners' })
  await expect.poll(() => large.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(320)
  expect((await page.request.get(await large.evaluate((one) => (one as HTMLImageElement).currentSrc))).headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
})

test('a payment from the wallet makes an order once it is final', async ({ world, customer }) => {
  const { page } = customer
  await world.faucet(customer.address)
  await open(page, 'walletPouch')
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('radio', { name: /Wallet, on chain/ }).click()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Reserve and go to payment' }).click()
  await page.getByText('Felt pouch for a hardware wallet, 2 pieces').first().waitFor()
  expect((await customer.call('/api/shop/orders')).list).toEqual([])
  await page.getByRole('button', { name: 'Pay 30.00 USDT with wallet' }).click()
  await page.getByText('Payment confirmed').first().waitFor({ timeout: 90_000 })
  await page.getByRole('link', { name: 'See the order' }).click()
  await orderSheet(page).getByText('Waiting for delivery', { exact: true }).waitFor()
  expect((await customer.call('/api/shop/orders')).list).toMatchObject([{ status: 'waiting_for_delivery', quantity: 2 }])
  expect(await customer.balance('USDT')).toMatchObject({ available: '100', escrow: '30' })
})

test('a region that is not delivered to is told before ordering, and so is how many are left to oneself', async ({ customer: { page } }) => {
  await open(page, 'smartPlug')
  await expect(page.getByText('We cannot deliver to this region. Please select another address.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Please select the delivery address' })).toBeVisible()
  await open(page, 'quietFan')
  await expect(page.getByText('1 to 2', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Review the order' }).click()
  await page.getByRole('button', { name: 'Pay 29.00 USDT from balance' }).click()
  await page.getByText('Purchase successful').first().waitFor()
  await orderSheet(page).getByText('Waiting for delivery', { exact: true }).waitFor()
  const placed = new URL(page.url()).hash.slice(1)
  await open(page, 'quietFan')
  await expect(page.getByText('1 to 1', { exact: true })).toBeVisible()
  await expect(page.getByText('you have ordered 1')).toBeVisible()
  await visit(page, placed)
  await cancelOrder(page)
})

test('addresses are changed, made the default and deleted; orders keep theirs', async ({ customer }) => {
  const { page } = customer
  const orderNo = await orderByCall(customer, 'walletPouch')
  await page.goto('/#/order')
  await visit(page, '/order?view=address')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Add an address' }).click()
  await sheet.getByLabel('Name').fill('Анна Иванова')
  await sheet.getByLabel('Phone number').fill('8 495 123 45 67')
  await sheet.getByLabel('Detailed address').fill('Москва, Тверская улица, 1')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await sheet.getByText('Москва, Тверская улица, 1').waitFor()
  await sheet.getByRole('button', { name: 'Make it the default' }).click()
  await expect(sheet.getByRole('listitem').first()).toContainText('Анна Иванова')
  await sheet.getByRole('listitem').nth(1).getByRole('button', { name: 'Delete' }).click()
  await sheet.getByRole('button', { name: 'Delete address' }).click()
  await expect(sheet.getByRole('listitem')).toHaveCount(1)
  await page.goBack()
  await visit(page, `/order?id=${orderNo}`)
  await expect(orderSheet(page).getByText(inBerlin)).toBeVisible()
})

test('with text of twice the size on a narrow phone the words of an order stay within their card', async ({ customer }) => {
  const orderNo = await orderByCall(customer, 'walletPouch')
  const found: string[] = []
  for (const language of languages) {
    const { page, context } = await customer.on({ language, width: 320 })
    await context.addInitScript(doubleText)
    for (const path of [`/order?id=${orderNo}`, '/products', '/order', '/productsDetails?id=hoodie']) {
      // The sheet of the order is what its address opens.
      await (path.includes(orderNo) ? visit(page, path) : turnTo(page, path))
      const beyond = await page.evaluate(() => {
        const words = [...document.querySelectorAll('h1')].filter((one) => one.scrollWidth > one.clientWidth + 1)
        const cards = [...document.querySelectorAll('li, section')].flatMap((card) => {
          const edge = card.getBoundingClientRect().right
          return [...card.querySelectorAll(':scope *:not(svg *)')].filter((one) => one.getBoundingClientRect().right > edge + 1)
        })
        return [...cards, ...words].map((one) => one.textContent)
      })
      for (const flaw of beyond) found.push(`${language} ${path}: ${flaw}`)
    }
    await context.close()
  }
  expect(found).toEqual([])
})
