import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Data } from '../kit/src/api/contract.ts'
import { boxThat } from './draw.ts'
import { expect, test, type Page } from './fixtures.ts'
import { visit } from './looks.ts'
import { Player } from './player.ts'
import { textOf } from './texts.ts'
import { toastsOf } from './toasts.ts'
import type { World } from './world.ts'

type Round = Data<'/api/game/round'>

test.use({ story: 'game' })

const stake = 500
const drawnWithinMs = 60_000

/** Joins through the screen, lets the round lock, and waits until its boxes are open on the screen, without a reload. */
async function playRound(player: Player, world: World, ends: 'wins' | 'loses'): Promise<Round> {
  const { page } = player
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await visit(page, '/trade?tab=box')
  const round = await player.openRound()
  const { box, win } = boxThat(ends, world, round.period, stake)
  await page.getByText(`Round ${round.period}`).first().waitFor()
  // A square of the group is taken by its number.
  await page.getByRole('radio', { name: `Box ${box}`, exact: true }).check()
  await page.getByLabel('Amount').fill(String(stake))
  await page.getByRole('button', { name: `Join box ${box} with ${stake} GP` }).click()
  await page.getByText('Participate successfully').first().waitFor()
  await page.getByText(`Box ${box}, ${stake} GP`).first().waitFor()
  await player.letLock(round)
  const opened = page.getByRole('list', { name: 'The opened boxes' })
  await opened.waitFor({ timeout: drawnWithinMs })
  // What a box holds comes with its lid, and not before.
  const starts = await opened
    .locator('li')
    .evaluateAll((boxes) => boxes.map((box) => [...box.querySelectorAll('.box-lid, .box-prize')].map((part) => part.getAnimations()[0]?.startTime)))
  expect(starts.map(([lid, prize]) => prize === lid)).toEqual(Array(10).fill(true))
  // Nothing else says it sooner: neither the points below nor that it was verified.
  const waits = await page
    .locator('.points, .verdict, .outcome, .box-prize')
    .evaluateAll((parts) => parts.map((part) => [part.classList.contains('box-prize'), Number(part.getAnimations()[0]?.effect?.getTiming().delay)] as const))
  const last = Math.max(...waits.filter(([isPrize]) => isPrize).map(([, delay]) => delay))
  expect(waits.filter(([isPrize, delay]) => !isPrize && delay > last)).toHaveLength(3)
  await page.getByText('Verified on this device').first().waitFor()
  // Nothing lies over the boxes while they open.
  expect(await toastsOf(page)).not.toContainEqual(textOf('en', 'beside', 'live.round'))
  const drawn = await player.call('/api/game/round', { period: round.period })
  expect(drawn).toMatchObject({ state: 'drawn', mine: { box, win } })
  await page.getByText(win > 0 ? `You won ${win.toLocaleString('en-US')} GP` : 'The box was empty').waitFor()
  return drawn
}

/** Plays a round that is won and one that is not; each is verified on the device. */
async function playBoth(player: Player, world: World): Promise<{ won: Round; lost: Round }> {
  const won = await playRound(player, world, 'wins')
  await player.page.getByRole('button', { name: 'Continue' }).click()
  return { won, lost: await playRound(player, world, 'loses') }
}

/** Exports a round from its sheet; gives the file. */
async function exported(page: Page, period: string): Promise<string> {
  await visit(page, `/trade?tab=box&view=history&period=${period}`)
  await page.getByText('Verified on this device').first().waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export this round' }).click()])
  expect(download.suggestedFilename()).toBe(`${period}.json`)
  return download.path()
}

test('rounds are joined, won and not won, recorded, exported, and verified by the program and by the page from a disk', async ({
  person,
  world,
  openPhone,
}) => {
  test.slow()
  const { page, call, faults } = person
  const player = await Player.of(person, world)
  await player.confirmAge()
  const { won, lost } = await test.step('plays a round that is won and one that is not', () => playBoth(player, world))

  await test.step('the record says what was won, what was not, and that both were verified', async () => {
    await visit(page, '/trade?tab=box&view=record')
    for (const [round, state] of [
      [won, 'won'],
      [lost, 'drawn, no prize'],
    ] as const) {
      const row = page.getByRole('button', { name: round.period })
      await row.getByText(state, { exact: true }).waitFor()
      await row.getByRole('img', { name: 'Verified on this device' }).waitFor()
    }
  })

  await test.step('an exported round is verified without the server, and a changed one is not', async () => {
    const { beaconPublicKey } = await call('/api/open/app')
    const { page: disk, context } = await openPhone()
    await context.setOffline(true)
    const verify = (content: string) => verifyOnDisk(disk, content, beaconPublicKey)
    for (const round of [won, lost]) {
      const file = await exported(page, round.period)
      const program = join(import.meta.dirname, '../../bin/etld')
      // It ends with 3: nothing contradicts, and it was told of no node to look the anchor up at.
      const { status, stdout } = spawnSync(program, ['verify', 'round', '--beacon-key', beaconPublicKey, file], { encoding: 'utf8' })
      expect([status, stdout]).toEqual([3, expect.stringContaining(round.period)])
      // The page has no network: it says so of what it would have to look up.
      expect(await verify(readFileSync(file, 'utf8'))).toBe('unread')
      expect(await verify(JSON.stringify({ ...round, board: round.board.toReversed() }))).toBe('board')
    }
  })
  expect(faults).toEqual([])
})

async function verifyOnDisk(page: Page, content: string, key: string): Promise<string | null> {
  // Another address each time, so that the page begins anew.
  await page.goto('about:blank')
  await page.goto(`${pathToFileURL(join(import.meta.dirname, '../dist/player/verify.html')).href}#en`)
  await page.locator('summary').first().click()
  await page.locator('textarea[name=beacon]').fill(key)
  await page.locator('form textarea').first().fill(content)
  await page.getByRole('button', { name: 'Verify' }).click()
  return page.locator('[data-result]').getAttribute('data-result')
}
