/** A wallet app of a phone, and the link that opens a page inside it. */
interface WalletApp {
  name: string
  link: (page: string) => string
}

const binanceBrowser = { appId: 'xoqXxUSMRccLCrZNRebmzj', path: '/pages/browser/index' }

/** The page in its wallet's own words: without the scheme, which MetaMask puts back itself. */
const withoutScheme = (page: string) => page.replace(/^https?:\/\//, '')

/** The wallet apps a page can be opened in, each by the link its makers document. The part after `#` goes with it. */
export const walletApps: readonly WalletApp[] = [
  { name: 'MetaMask', link: (page) => `https://link.metamask.io/dapp/${withoutScheme(page)}` },
  { name: 'Trust', link: (page) => `https://link.trustwallet.com/open_url?coin_id=20000714&url=${encodeURIComponent(page)}` },
  { name: 'OKX', link: (page) => `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page)}`)}` },
  { name: 'TokenPocket', link: (page) => `tpdapp://open?params=${encodeURIComponent(JSON.stringify({ url: page, chain: 'BSC', source: 'ETLD' }))}` },
  { name: 'Binance', link: binanceLink },
  { name: 'Coinbase', link: (page) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page)}` },
]

function binanceLink(page: string): string {
  const query = new URLSearchParams({
    appId: binanceBrowser.appId,
    startPagePath: btoa(binanceBrowser.path),
    startPageQuery: btoa(`url=${encodeURIComponent(page)}&defaultChainId=56`),
  })
  return `https://app.binance.com/en/download?${new URLSearchParams({ _dp: btoa(`bnc://app.binance.com/mp/app?${query}`) })}`
}

/**
 * The address to open elsewhere: this very page, without the sheet of the gate that says so, and with the referrer before
 * the `#`. What stands after it does not get past every app's link and every server's redirection.
 */
export function pageFor(href: string, referrer: string | null): string {
  const url = new URL(href)
  url.hash = url.hash.replace(/([?&])gate=[^&]*&?/, '$1').replace(/[?&]$/, '')
  if (referrer !== null && !url.searchParams.has('pusername')) url.searchParams.set('pusername', referrer)
  return url.href
}
