import { expect, test } from './fixtures.ts'
import { signIn } from './journey.ts'

test('a new visitor signs in with the demo wallet and sees the home page', async ({ page, faults }) => {
  await signIn(page)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  expect(faults).toEqual([])
})
