const storageKey = 'pusername'
const lengthMax = 64

/** Finds `pusername` in an address, before the `#` or after it; the later part wins. */
export function referrerIn(href: string): string | null {
  const [beforeHash = '', ...rest] = href.split('#')
  const found = [rest.join('#'), beforeHash]
    .map((part) => new URLSearchParams(part.includes('?') ? part.slice(part.indexOf('?') + 1) : '').get('pusername'))
    .map((value) => value?.trim() ?? '')
    .find((value) => value !== '' && value.length <= lengthMax)
  return found ?? null
}

/** Keeps the referrer of this address, if it names one. Called before anything renders and on each navigation. */
export function keepReferrer(href: string): void {
  const referrer = referrerIn(href)
  if (referrer !== null) localStorage.setItem(storageKey, referrer)
}

/** The referrer to name at sign-in. */
export function keptReferrer(): string | null {
  return localStorage.getItem(storageKey)
}

/** Forgets the referrer: an account was created with it. */
export function clearReferrer(): void {
  localStorage.removeItem(storageKey)
}
