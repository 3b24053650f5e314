import { expect, test, type Page } from './fixtures.ts'
import { settle } from './inspect.ts'
import { showGame } from './looks/game.ts'
import { turnTo, visit } from './looks.ts'
import { buyMachines } from './family.ts'

/** How one thing stood in the first frame after it was touched. */
interface Seen {
  name: string
  kind: string
  opacity: string
  delays: string
}

const pressable = 'a[href], button, summary, label'

/** Runs in the page: notes how what is touched looks in the very next frame. */
function watchTouches(selector: string): void {
  const seen: Seen[] = []
  Object.assign(window, { seen })
  window.addEventListener(
    'pointerdown',
    ({ target }) =>
      requestAnimationFrame(() => {
        const touched = (target as Element).closest(selector)
        if (!touched) return
        const { opacity, transitionDelay } = getComputedStyle(touched)
        const kind = touched.closest('nav')
          ? 'tab'
          : touched.querySelector('[role=switch]')
            ? 'switch'
            : touched.querySelector('svg') && touched.matches('label')
              ? 'lid'
              : touched.matches('li > button, li > a')
                ? 'row'
                : touched.localName
        seen.push({ name: touched.textContent?.slice(0, 40) ?? '', kind, opacity, delays: transitionDelay })
      }),
    true,
  )
}

/** Where a finger reaches what can be pressed, once each. */
function placesOf(selector: string): { x: number; y: number }[] {
  return [...document.querySelectorAll(selector)].flatMap((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    const place = { x: x + width / 2, y: y + height / 2 }
    const isOff = one.matches(':disabled, [aria-disabled=true]') || one.querySelector(':disabled') !== null
    const isChoice = !one.matches('label') || one.querySelector('[type=radio], [type=checkbox]') !== null
    return width > 0 && !isOff && isChoice && document.elementFromPoint(place.x, place.y)?.closest(selector) === one ? [place] : []
  })
}

/** Touches everything that can be pressed, takes each touch back before it presses, and yields what was seen. */
async function touchAll(page: Page): Promise<Seen[]> {
  await settle(page)
  const devtools = await page.context().newCDPSession(page)
  const places = await page.evaluate(placesOf, pressable)
  for (const [index, place] of places.entries()) {
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] })
    await page.waitForFunction((before) => (window as unknown as { seen: Seen[] }).seen.length > before, index)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
  }
  await expect(page.locator('[data-pressed]')).toHaveCount(0)
  await devtools.detach()
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen[] }).seen.splice(0))
  expect(seen).toHaveLength(places.length)
  return seen
}

/** Where things to press are: of each kind somewhere, which is enough where motion is reduced. */
const ofEachKind = ['/', '/mine?view=push', '/mine?view=help', '/transaction']
const others = ['/mine', '/wallet', '/trade', '/products', '/myMiner', '/goods?id=machineSmall']

test('whatever is pressed shows it in the next frame, whatever the network does, with motion and without', async ({ person }) => {
  await person.fund('500')
  await buyMachines(person, 'machineSmall')
  const { page } = person
  await page.setViewportSize({ width: 390, height: 2400 })
  await page.addInitScript(watchTouches, pressable)
  const kinds = { 'no-preference': new Set<string>(), reduce: new Set<string>() }
  const look = async (reducedMotion: keyof typeof kinds) => {
    await page.emulateMedia({ reducedMotion })
    for (const { kind, name, opacity, delays } of await touchAll(page)) {
      const what = `${kind} "${name}" at ${page.url()}, motion: ${reducedMotion}`
      expect(Number(opacity), what).toBeLessThan(1)
      expect([what, delays.replaceAll(/0s(, )?/g, '')]).toEqual([what, ''])
      kinds[reducedMotion].add(kind)
    }
  }
  await visit(page, '/lang')
  for (const path of [...ofEachKind, ...others]) {
    await turnTo(page, path)
    await look('no-preference')
    if (ofEachKind.includes(path)) await look('reduce')
  }
  await showGame(page, 'open')
  await look('no-preference')
  await look('reduce')
  for (const seen of Object.values(kinds)) expect([...seen].toSorted()).toEqual(['a', 'button', 'label', 'lid', 'row', 'summary', 'switch', 'tab'])
})
