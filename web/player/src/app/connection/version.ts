import { tabStorage } from '@kit/kept/storage'
const entryPattern = /<script type="module"[^>]* src="([^"]+)"/
const reloadedKey = 'etld.reloaded'
const reloadAgainAfterMs = 60_000

/** The script a page begins with; each build names it anew. */
export function entryOf(page: string): string | null {
  return entryPattern.exec(page)?.[1] ?? null
}

function ownEntry(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script?.getAttribute('src') ?? null
}

/** Whether the server has another version of the app than the one that runs. False where it cannot be asked. */
export async function isOutdated(): Promise<boolean> {
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    const offered = answer.ok ? entryOf(await answer.text()) : null
    return offered !== null && offered !== ownEntry()
  } catch {
    return false
  }
}

/**
 * Reloads the page where a part of its version is gone from the server, because there is a newer one. Silently, and
 * at most once a minute; says whether it does.
 */
export async function reloadIfOutdated(nowMs = Date.now()): Promise<boolean> {
  const before = Number(tabStorage.getItem(reloadedKey) ?? 0)
  if (nowMs - before < reloadAgainAfterMs || !(await isOutdated())) return false
  tabStorage.setItem(reloadedKey, String(nowMs))
  location.reload()
  return true
}

/** Whether a fault says that a part of the app could not be loaded, in the words of each browser. */
export function isPartMissing(fault: unknown): boolean {
  return fault instanceof Error && /dynamically imported module|importing a module script failed|preload CSS/i.test(fault.message)
}
