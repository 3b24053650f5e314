import type { BrowserContext, Page } from 'playwright-core'

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

/** The toasts since the page was loaded. */
export function toastsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { toasts: string[] }).toasts)
}
