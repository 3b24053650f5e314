/**
 * What a wallet is asked to sign begins with one of these phrases. The app writes them itself, for the site that it
 * came from: a server that was taken over could otherwise pass on what another site asks for, and have it signed here.
 */

/** The chain that people sign in on. */
const chainId = 56

/** The name a page's site signs under: its host. All names of the person's own machine are one. */
export function siteOf({ host, hostname }: { host: string; hostname: string }): string {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? 'localhost' : host
}

export function signInPhrase(site: string): string {
  return `Sign in to ${site} on chain ${chainId}. This costs nothing and moves no funds. Time: `
}

export function claimPhrase(site: string, sender: string, account: string): string {
  return `Claim deposits at ${site} sent from ${sender} for account ${account}. This costs nothing and moves no funds out of your wallet. Time: `
}

export function withdrawalPhrase(site: string): string {
  return `Withdraw from my account at ${site}. `
}

export function erasurePhrase(site: string, account: string): string {
  return `Erase my personal data at ${site}, account ${account}. It cannot be brought back; balance and journal stay. Time: `
}

/**
 * The phrase that is signed: ours, where the server asks for the same; null where it asks for something else. Letters
 * of an address may be of either case, as the server spells it.
 */
export function agreed(ours: string, servers: string): string | null {
  return servers.toLowerCase() === ours.toLowerCase() ? servers : null
}
