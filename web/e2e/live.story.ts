import { expect, test } from './fixtures.ts'
import { streamOpened } from './journey.ts'
import { visit } from './looks.ts'
import { toastsOf } from './toasts.ts'

test.use({ story: 'live' })

test('a restart of the server loses no event and repeats none', async ({ person, world }) => {
  const { page, fund } = person
  const told = async (amount: string) => (await toastsOf(page)).filter((toast) => toast.includes(`: +${amount} USDT`))
  const isTold = (amount: string) => expect.poll(() => told(amount), { timeout: 60_000 }).toHaveLength(1)
  let opened = streamOpened(page)
  await visit(page, '/mine')
  await opened
  for (const amount of ['12.5', '3']) {
    await fund(amount)
    await isTold(amount)
  }
  opened = page.waitForResponse((response) => response.url().includes('/api/user/events') && response.ok(), { timeout: 60_000 })
  await world.crash()
  await opened
  // What is told last comes after anything that would be told again.
  for (const amount of ['4', '5']) {
    await fund(amount)
    await isTold(amount)
  }
  for (const amount of ['12.5', '3', '4']) expect(await told(amount), amount).toHaveLength(1)
})
