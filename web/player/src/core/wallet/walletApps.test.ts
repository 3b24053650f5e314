import { expect, it } from 'vitest'
import { pageFor, walletApps } from './walletApps'

const page = 'https://etld.test/?pusername=FRIEND01#/goods?id=machineSmall'

/** What the wallet will open, read back out of its link. */
const opened: Record<string, (link: string) => string | null | undefined> = {
  MetaMask: (link) => `https://${link.split('/dapp/')[1]}`,
  Trust: (link) => new URL(link).searchParams.get('url'),
  OKX: (link) => new URL(new URL(link).searchParams.get('deeplink')!).searchParams.get('dappUrl'),
  TokenPocket: (link) => (JSON.parse(new URL(link).searchParams.get('params')!) as { url: string }).url,
  Binance: (link) => new URLSearchParams(atob(new URL(atob(new URL(link).searchParams.get('_dp')!)).searchParams.get('startPageQuery')!)).get('url'),
  Coinbase: (link) => new URL(link).searchParams.get('cb_url'),
}

it.each(walletApps.map((app) => [app.name, app] as const))('%s opens this very page, with its path and referrer', (name, app) => {
  expect(opened[name]?.(app.link(page))).toBe(page)
})

it.each([
  ['https://etld.test/#/swap', 'FRIEND01', 'https://etld.test/?pusername=FRIEND01#/swap'],
  ['https://etld.test/?a=1#/swap', 'a b', 'https://etld.test/?a=1&pusername=a+b#/swap'],
  ['https://etld.test/#/swap?pusername=FRIEND01', 'FRIEND01', 'https://etld.test/?pusername=FRIEND01#/swap?pusername=FRIEND01'],
  ['https://etld.test/?pusername=FRIEND01#/swap', 'FRIEND01', 'https://etld.test/?pusername=FRIEND01#/swap'],
  ['https://etld.test/#/swap', null, 'https://etld.test/#/swap'],
  ['https://etld.test/#/swap?gate=wallets', null, 'https://etld.test/#/swap'],
  ['https://etld.test/#/goods?id=machineSmall&gate=wallets', null, 'https://etld.test/#/goods?id=machineSmall'],
  ['https://etld.test/#/goods?gate=wallets&id=machineSmall', null, 'https://etld.test/#/goods?id=machineSmall'],
])('the page %s for a guest of %s is %s', (href, referrer, expected) => {
  expect(pageFor(href, referrer)).toBe(expected)
})
