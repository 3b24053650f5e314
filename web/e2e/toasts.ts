import { expect, type BrowserContext, type Page } from '@playwright/test'

/** Notes the text of every toast of every page of the context. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { toasts: seen })
    const known = new WeakSet<Element>()
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[role=status][aria-live=polite], [role=alert][aria-live=assertive]')) {
        if (known.has(toast) || !toast.textContent) continue
        known.add(toast)
        seen.push(toast.textContent)
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

/** The toasts since the page was loaded; what keeps an amount and its currency together reads as a space. */
export async function toastsOf(page: Page): Promise<string[]> {
  const toasts = await page.evaluate(() => (window as unknown as { toasts: string[] }).toasts)
  return toasts.map((toast) => toast.replaceAll('\u00a0', ' '))
}

/** The toasts since the page was loaded, but for those that tell of a top-up: they come when they come. */
export async function otherToastsOf(page: Page): Promise<string[]> {
  return (await toastsOf(page)).filter((toast) => !toast.startsWith('Top-up received'))
}

/** Waits for a toast, also for one that is gone again: those of success stand for two seconds. */
export async function toasted(page: Page, text: string): Promise<void> {
  await expect.poll(() => toastsOf(page)).toContain(text)
}
