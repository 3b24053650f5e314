import { expect, test, type Page } from './fixtures.ts'
import { signOut } from './journey.ts'
import { post, userOf } from './person.ts'
import { textOf } from './texts.ts'

const say = (key: string) => textOf('en', 'notice', `push.${key}`)

/**
 * Leave to notify, and a push service that is never called: Chromium without a window grants none, and has none without a
 * line to Google. What the worker shows of a message is played in `worker.test.ts`.
 */
async function standIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = () => Promise.resolve('granted')
    let made: PushSubscription | null = null
    PushManager.prototype.getSubscription = () => Promise.resolve(made)
    PushManager.prototype.subscribe = async () => {
      const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
      const keys = { p256dh: await crypto.subtle.exportKey('raw', publicKey), auth: crypto.getRandomValues(new Uint8Array(16)).buffer }
      made = {
        endpoint: `https://nobody.push.services.mozilla.com/${crypto.randomUUID()}`,
        options: { userVisibleOnly: true, applicationServerKey: null },
        getKey: (name: keyof typeof keys) => keys[name],
        unsubscribe: async () => {
          made = null
          return true
        },
      } as unknown as PushSubscription
      return made
    }
  })
}

test('a device tells of notices once its person wants it, and no more once it is turned off', async ({ person }) => {
  const { page } = await person.on({ hasWorker: true })
  await standIn(page)
  await page.goto('/#/mine?view=push')
  await page.getByRole('button', { name: say('turnOn') }).click()
  await expect(page.getByText(say('on'))).toBeVisible()
  await expect.poll(() => person.call('/api/push/list', {}).then(({ list }) => list.length)).toBe(1)
  const { id } = await person.call('/api/user/getUserInfo')
  const owner = () => page.evaluate(async () => (await caches.match('/owner'))?.text())
  expect(await owner()).toBe(id)
  await page.getByRole('button', { name: say('turnOff') }).click()
  await expect(page.getByText(say('off'))).toBeVisible()
  expect(await owner()).toBeUndefined()
})

test('on a phone that several share nobody is told of another: a sign-out takes everything back', async ({ world, person }) => {
  const { page } = await person.on({ hasWorker: true })
  await standIn(page)
  await page.goto('/#/mine?view=push')
  await page.getByRole('button', { name: say('turnOn') }).click()
  await expect(page.getByText(say('on'))).toBeVisible()
  const heldHere = () =>
    page.evaluate(async () => {
      const { pushManager } = await navigator.serviceWorker.ready
      return [(await caches.match('/owner')) !== undefined, (await pushManager.getSubscription()) !== null]
    })
  expect(await heldHere()).toEqual([true, true])
  await page.goto('/#/mine')
  await signOut(page)
  await expect.poll(heldHere).toEqual([false, false])
  // The server lets go of the device with its session.
  const { token } = await userOf(world, person.wallet)
  expect(await post(world, '/api/push/list', {}, token)).toMatchObject({ list: [] })
})

test('how one is told is kept, and quiet hours are whole, and kept by the zone in which they were saved', async ({ person }) => {
  const { page } = await person.on({ zone: 'Asia/Taipei' })
  await page.goto('/#/mine?view=push')
  await page.getByRole('switch', { name: say('discreet') }).click()
  await page.getByRole('switch', { name: say('quiet') }).click()
  await page.getByLabel(say('to'), { exact: true }).fill('22:00')
  await page.getByRole('button', { name: say('save') }).click()
  await expect(page.getByText(say('sameTime'))).toBeVisible()
  await page.getByLabel(say('to'), { exact: true }).fill('06:30')
  const answered = page.waitForResponse(/setSettings/)
  await page.getByRole('button', { name: say('save') }).click()
  await answered
  await expect(page.getByText(say('saved')).first()).toBeVisible()
  await expect(page.getByRole('button', { name: say('save') })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('switch', { name: say('discreet') })).toBeChecked()
  await expect(page.getByLabel(say('to'), { exact: true })).toHaveValue('06:30')
  await expect(page.getByText('Time zone: Asia/Taipei')).toBeVisible()
  // Who has travelled reads by which zone they count, until they are saved anew.
  const abroad = await person.on({ zone: 'Europe/Berlin' })
  await abroad.page.goto('/#/mine?view=push')
  await expect(abroad.page.getByText('They count by Asia/Taipei. Saved on this device, they count by Europe/Berlin.')).toBeVisible()
  await abroad.page.getByRole('button', { name: say('save') }).click()
  await expect(abroad.page.getByText('Time zone: Europe/Berlin')).toBeVisible()
  expect(await person.call('/api/push/settings')).toMatchObject({ quietFrom: '22:00', quietTo: '06:30', zone: 'Europe/Berlin' })
})
