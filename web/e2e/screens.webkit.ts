import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '../player/src/core/frame/places.ts'
import { languages } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { findFlaws, isSettled } from './inspect.ts'
import { day } from './journey.ts'
import { buyAs } from './person.ts'
import { textOf } from './texts.ts'
import { openWebKit, until, type WebKitPage } from './webdriver.ts'

const folder = join(import.meta.dirname, 'artifacts/webkit')
/** WebKit counts no shifts. */
const watch = `
  window.layoutShifts = { sum: 0, sources: [] }
  window.faults = []
  addEventListener('error', ({ message }) => faults.push(message))
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)))
  const say = console.error
  console.error = (...words) => { faults.push(words.join(' ')); say(...words) }`

test.use({ story: 'webkit', startsAt: '' })

for (const language of languages) {
  test(`every path in WebKit, two days after a purchase: ${language}`, async ({ world }) => {
    const page = await openWebKit(390, 844)
    try {
      await page.goto(world.url)
      await page.run(`localStorage.setItem('lang', '${language}')`)
      await open(page, `${world.url}/?gate`)
      for (const [namespace, key] of [
        ['gate', 'connect'],
        ['demo', 'confirm.connect'],
        ['demo', 'confirm.sign'],
      ] as const)
        await page.press(textOf(language, namespace, key))
      const { address, token } = await until('a session', () =>
        page.run<{ address: string; token: string }>(`return JSON.parse(localStorage.getItem('etld.session'))`),
      )
      await world.credit(address, '3000')
      await buyAs(world, { token }, '/api/miner/purchaseMiner', { productId: 'machineSmall' })
      await buyAs(world, { token }, '/api/node/purchase', { nodeId: 'nodeDiamond' })
      // What is named to the device only after a midnight does not speak for it.
      await until('who sends anchors', () => page.run(`return Object.keys(localStorage).some((key) => key.startsWith('etld.anchors'))`))
      await world.advance(2 * day)
      for (const path of [...paths, '/wallet?view=checks']) {
        await open(page, `${world.url}/?of=${encodeURIComponent(path)}#${path}`)
        await until(`all of ${path}`, () => page.evaluate(isSettled))
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, `${language}${path.replaceAll(/[/?=]/g, '-')}.png`), await page.picture())
        expect.soft([...(await findFlaws(page, language)), ...(await page.run<string[]>('return faults'))], path).toEqual([])
      }
      await until('what this device checked', () => page.run(`return document.body.innerText.split('✔').length > 2`))
    } finally {
      await page.close()
    }
  })
}

/** Loads a screen from cold: another query before the # makes the browser load the page anew. */
async function open(page: WebKitPage, url: string): Promise<void> {
  await page.goto(url)
  await page.run(watch)
}
