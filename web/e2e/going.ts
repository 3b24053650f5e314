import type { Page } from '@playwright/test'

/** What was seen of sheets that went: how many did, and what one said while it went and had not said before. */
interface Going {
  went: number
  changed: string[]
}

/** Runs in the page: looks at a sheet after each change of the document, from its opening until it is gone. Figures that count are left out. */
function look(): void {
  const going: Going = { went: 0, changed: [] }
  Object.assign(window, { going })
  let before = ''
  let isGoing = false
  new MutationObserver(() => {
    const popup = document.querySelector('.sheet-popup')
    const says = popup?.textContent?.replace(/\d+/g, '') ?? ''
    const goes = popup !== null && (popup.matches('[inert], [inert] *') || popup.matches('[data-ending-style]'))
    if (popup && !goes) before = says
    if (goes && !isGoing) going.went += 1
    if (goes && says !== before) going.changed.push(`"${before}" became "${says}"`)
    isGoing = goes
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
}

/** Moves as for most people, and looks at every sheet that goes from now on. */
export async function watchGoing(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(look)
}

/** What was seen once the last sheet is gone. */
export async function wentLike(page: Page): Promise<Going> {
  await page.locator('.sheet-popup').waitFor({ state: 'detached' })
  return page.evaluate(() => (window as unknown as { going: Going }).going)
}

/** What a sheet looks like when it has nearly gone: where its top is, and how many of its canvases are empty. */
interface Leaving {
  top: number
  empty: number
}

/** Waits for a sheet to go and holds it a moment before its end. */
export function seeLeaving(page: Page): Promise<Leaving> {
  return page.evaluate(
    () =>
      new Promise<Leaving>((see) => {
        new MutationObserver((_, observer) => {
          const popup = document.querySelector('.sheet-popup[data-ending-style]')
          const [going] = popup?.getAnimations() ?? []
          if (!popup || !going) return
          observer.disconnect()
          going.pause()
          going.currentTime = Number(going.effect!.getComputedTiming().endTime) - 1
          const isEmpty = (canvas: HTMLCanvasElement) => canvas.getContext('2d')!.getImageData(0, 0, 1, 1).data[3] === 0
          see({ top: popup.getBoundingClientRect().top, empty: [...popup.querySelectorAll('canvas')].filter(isEmpty).length })
          going.finish()
        }).observe(document.body, { subtree: true, attributes: true })
      }),
  )
}
