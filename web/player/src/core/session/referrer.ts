import { deviceStorage } from '@kit/kept/storage'
const name = 'pusername'

/**
 * A user name or a referral code is visible ASCII. What else a link carries is neither; an unknown one of this form is
 * sent all the same, so that the server says that nobody has it.
 */
const form = /^[!-~]{1,64}$/

/** Finds `pusername` in an address, before the `#` or after it; the later part wins. */
export function referrerIn(href: string): string | null {
  const found = href
    .split('#')
    .reverse()
    .map((part) => new URLSearchParams(part.includes('?') ? part.slice(part.indexOf('?') + 1) : '').get(name)?.trim() ?? '')
    .find((value) => form.test(value))
  return found ?? null
}

/** Keeps the referrer of this address, if it names one. Called before anything renders and on each navigation. */
export function keepReferrer(href: string): void {
  const referrer = referrerIn(href)
  if (referrer !== null) deviceStorage.setItem(name, referrer)
}

/** The referrer to name at sign-in. */
export function keptReferrer(): string | null {
  return deviceStorage.getItem(name)
}

/** An address without `pusername`; every other character of it stays. */
export function withoutReferrer(href: string): string {
  return href.split('#').map(withoutParameter).join('#')
}

function withoutParameter(part: string): string {
  const [path = '', ...queries] = part.split('?')
  const pairs = queries.join('?').split('&')
  const rest = pairs.filter((pair) => !new URLSearchParams(pair).has(name))
  if (rest.length === pairs.length) return part
  return rest.length === 0 ? path : `${path}?${rest.join('&')}`
}

/**
 * Forgets the referrer: an account was created with it. The address loses it too, since a reload would keep it again;
 * the event tells the router, which would write its own copy of the address back.
 */
export function clearReferrer(): void {
  deviceStorage.removeItem(name)
  const href = withoutReferrer(location.href)
  if (href === location.href) return
  history.replaceState(history.state, '', href)
  window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
}
