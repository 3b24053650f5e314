import { openDesk } from './console.ts'
import { expect, test as base } from './fixtures.ts'
import { live } from './living.ts'
import { flawsIn, looks, nameOf, partsOf } from './looks.ts'
import { gate, screens } from './looks/console.ts'
import { rareScreens, screens as editScreens } from './looks/consoleEdit.ts'

const test = base.extend<object, { lived: undefined }>({
  lived: [
    async ({ world }, use) => {
      await live(world)
      await use(undefined)
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
})

// Each worker that looks has a world of its own, which has lived before the first look.
test.use({ story: 'console-looks' })

/** A desk in every language and theme, and a phone on the way; two of them in an everyday run. */
const desks = looks.filter(({ width }) => width === 390).map((look, at) => ({ ...look, width: at % 2 === 0 ? 1440 : 390 }))

const looksAtAll = process.env['ETLD_LOOKS'] === 'all'

const chapters = Object.entries({
  'the console': { ...gate, ...screens },
  "the console's edits": looksAtAll ? { ...editScreens, ...rareScreens } : editScreens,
})

for (const desk of looksAtAll ? [1440, 390, 1920, 1024].flatMap((width) => desks.map((look) => ({ ...look, width }))) : desks) {
  for (const [part, states] of chapters.flatMap(([chapter, all]) => partsOf(chapter, all))) {
    test(`${part}: ${nameOf(desk)}`, async ({ browser, world }) => {
      expect(await flawsIn(desk, states, () => openDesk(browser, world, desk))).toEqual({})
    })
  }
}
