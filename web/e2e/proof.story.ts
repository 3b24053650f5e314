import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { expect, test } from './fixtures.ts'
import { comeBack, hour } from './journey.ts'
import { callTo, refused } from './mocks.ts'
import type { World } from './world.ts'

// It begins an hour before the platform's midnight.
test.use({ story: 'proof', startsAt: '2026-11-20T15:00:00Z' })

interface Leaf {
  nonce: string
}

/** Turns a bit of a leaf behind the server's back; a second time turns it back. */
function turn(owner: string, { data }: World): void {
  const folder = resolve(import.meta.dirname, '../..')
  execFileSync('go', ['run', '-trimpath', '-tags', 'nodynamic', './test/leaf', join(data, 'etld.db'), owner], { cwd: folder })
}

test('what was counted at midnight is read from the chain, and a leaf that was changed since is found', async ({ person, world }) => {
  test.slow()
  const { page } = person
  await person.fund('5000')
  await comeBack(page, '/wallet')
  // The device learns before the midnight who sends anchors and what key signs, once its first screen has had its time.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('etld.anchors'))), { timeout: 60_000 }).toBe(true)
  await world.advance(hour + 600)
  await comeBack(page, '/wallet')
  await expect
    .poll(
      async () => {
        // The chain makes blocks as the clock goes on; the text has to be final.
        await world.advance(60)
        const [newest] = (await person.call('/api/open/snapshots')).list
        return newest?.state
      },
      { timeout: 60_000 },
    )
    .toBe('final')

  await comeBack(page, '/wallet')
  const mark = page.getByRole('link', { name: 'Counted on' })
  await mark.click()
  await page.getByText('Your part leads to the root and the totals that stand on the chain').waitFor()
  await expect(page.locator('dl')).toContainText('5,000')
  // The log is held to the line that the same text names.
  await page.getByText('Every line since that midnight follows from the one that the snapshot on the chain names').waitFor()

  const { snapshot } = (await person.call('/api/open/snapshots')).list[0]!
  const { proof } = await person.call('/api/open/myProof', { snapshotId: snapshot })
  const { nonce } = (proof.leaves as Leaf[])[0]!
  const owner = createHash('sha256').update(`ETLDSOL1|${snapshot}|${person.address.toLowerCase()}|${nonce}`).digest('hex')
  turn(owner, world)

  await comeBack(page, '/wallet')
  await page.getByRole('link', { name: 'something differs' }).click()
  await page.getByText('The sums do not add up to the totals.').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the signed answer' }).click()])
  expect(download.suggestedFilename()).toMatch(/^etld-proof-.*\.json$/)
  // The books are checked when the world ends, and they would tell of the leaf too.
  turn(owner, world)

  // Whoever is told to have had nothing knows better.
  await page.route(callTo('/api/open/myProof'), (route) => route.fulfill(refused(1005, 'Not found')))
  await comeBack(page, '/wallet')
  await page.getByRole('link', { name: 'something differs' }).click()
  await page.getByText('You had at least what you have now without what came in since that midnight').waitFor()
  await expect(page.getByRole('button', { name: 'Save the signed answer' })).toHaveCount(0)
})
