import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { measure, type Speed } from './speed.ts'

const shiftMax = 0.02

const screens: [name: string, path: string, isSignedIn: boolean, language: Language, kibMax: number, requestsMax: number][] = [
  ['gate', '/', false, 'zhtw', 150, 15],
  ['home', '/', true, 'zhtw', 184, 29],
  ['home in Russian', '/', true, 'ru', 196, 30],
  ['trade', '/trade', true, 'zhtw', 178, 25],
  ['wallet', '/wallet', true, 'zhtw', 216, 28],
  ['machine', '/goods?id=machineSmall', true, 'zhtw', 197, 26],
  // Eight of them are pictures of goods.
  ['shop', '/products', true, 'zhtw', 212, 30],
  ['team', '/team', true, 'zhtw', 179, 23],
  ['game', '/trade?tab=box', true, 'zhtw', 202, 28],
]

const measured: Record<string, Speed> = {}

for (const [name, path, isSignedIn, language, kibMax, requestsMax] of screens) {
  test(`${name} from cold on a slow phone`, async ({ openPhone, person }) => {
    const { page, context } = isSignedIn ? await person.on({ language }) : await openPhone({ language })
    const speed = (measured[name] = await measure(context, page, path))
    console.log(`${name}: ${JSON.stringify(speed)}`)
    const folder = join(import.meta.dirname, 'artifacts')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'speed.json'), JSON.stringify(measured, null, 2))
    // When something is painted depends on what else the machine does; what is transferred does not.
    expect(speed.kib).toBeLessThanOrEqual(kibMax)
    expect(speed.requests).toBeLessThanOrEqual(requestsMax)
    expect(speed.shift).toBeLessThanOrEqual(shiftMax)
  })
}
