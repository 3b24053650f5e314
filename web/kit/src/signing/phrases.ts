/**
 * What a wallet is asked to sign begins with one of these phrases. The app writes them itself, for the site that it
 * came from: a server that was taken over could otherwise pass on what another site asks for, and have it signed here.
 */

/** The platform's chain, BNB Smart Chain, on which people sign in and anchors stand: a demo's has the same id. */
export const chainId = 56

/** The name of every demo, whatever host it is opened under: a site where money is real has another one. */
const demoSite = 'localhost'

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
 * The phrase that is signed: ours, for the host of the page or for a demo, where the server asks for the same; null where
 * it asks for something else. Letters of an address may be of either case, as the server spells it.
 */
export function agreed(ours: (site: string) => string, servers: string, host: string): string | null {
  const isOurs = [host, demoSite].some((site) => servers.toLowerCase() === ours(site).toLowerCase())
  return isOurs ? servers : null
}
