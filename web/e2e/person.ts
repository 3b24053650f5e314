import type { Data, Params, Path } from '../kit/src/api/contract.ts'
import { blank, type KeptState, type OpenPhone, type Phone } from './browser.ts'
import { apiCall, balance } from './journey.ts'
import { TestWallet } from './testWallet.ts'
import { recordToasts } from './toasts.ts'
import type { World } from './world.ts'

/** Somebody who is signed in, with a wallet of their own and a phone that shows it. */
export interface Person extends OpenPhone {
  wallet: TestWallet
  address: string
  /** What is credited is available at once; deposits themselves are tested by the wallet's own `topUp`. */
  fund(amount: string, currency?: string): Promise<void>
  call<P extends Path>(path: P, params?: Params<P>): Promise<Data<P>>
  balance(currency: string): Promise<{ available: string; locked: string; escrow: string; frozen: string }>
  /** Opens the same person on a further phone. */
  on(phone?: Phone): Promise<OpenPhone>
}

type Opens = (phone?: Phone) => Promise<OpenPhone>

/** Makes somebody new by the calls of a sign-in, without the gate. */
export async function join(world: World, open: Opens, phone: Phone = {}): Promise<Person> {
  const wallet = new TestWallet(world)
  wallet.isPermitted = true
  const kept = await signInByCalls(world, wallet)
  const on = (further: Phone = {}) => withWallet(wallet, open, { kept, ...further })
  const opened = await on(phone)
  await opened.page.goto(blank)
  return personOn(world, wallet, opened, on)
}

/** Opens a phone with a wallet. Toasts are recorded. */
export async function withWallet(wallet: TestWallet, open: Opens, phone?: Phone): Promise<OpenPhone> {
  const opened = await open(phone)
  await wallet.install(opened.context)
  await recordToasts(opened.context)
  return opened
}

/** Whoever is signed in on a phone, and opens further ones like that. */
export function personOn(world: World, wallet: TestWallet, opened: OpenPhone, on: Opens): Person {
  const { address } = wallet.account
  return {
    ...opened,
    wallet,
    address,
    fund: (amount, currency) => world.credit(address, amount, currency),
    call: (path, params) => apiCall(opened.page, path, params),
    balance: (currency) => balance(opened.page, currency),
    on,
  }
}

interface Answer {
  code: number
  message: string
  data: unknown
}

/** A call without a phone. */
export async function post(world: World, path: string, params: Record<string, string>, token: string | null = ''): Promise<unknown> {
  const answer = await fetch(`${world.url}${path}?${new URLSearchParams(params)}`, { method: 'POST', headers: { lan: 'en_US', ...(token ? { token } : {}) } })
  const { code, message, data } = (await answer.json()) as Answer
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`)
  return data
}

/** Signs a wallet in by calls; somebody new came by the code. */
export async function userOf(world: World, { account }: TestWallet, code = ''): Promise<Data<'/api/user/logining'>> {
  const { signInPhrase, serverTime } = (await post(world, '/api/open/app', {})) as Data<'/api/open/app'>
  const message = `${signInPhrase}${Date.parse(serverTime)}`
  const login = { username: account.address, type: 'ANDROID', message, signature: await account.signMessage({ message }), ...(code ? { pusername: code } : {}) }
  return (await post(world, '/api/user/logining', login)) as Data<'/api/user/logining'>
}

/** Somebody as calls know them; a session ends after a week. */
export type User = Data<'/api/user/logining'> & { wallet: TestWallet }

/** Somebody new with money and without a phone. */
export async function comeByCalls(world: World, code?: string): Promise<User> {
  const wallet = new TestWallet(world)
  const user = await userOf(world, wallet, code)
  await world.credit(wallet.account.address, '3000')
  return { ...user, wallet }
}

/** Buys one machine or node from the balance, and waives the cooling-off. */
export async function buyAs(
  world: World,
  { token }: Pick<User, 'token'>,
  path: '/api/miner/purchaseMiner' | '/api/node/purchase',
  what: { productId: string } | { nodeId: string },
): Promise<void> {
  const [detail, id] = 'nodeId' in what ? ['/api/node/detail', what.nodeId] : ['/api/miner/detail', what.productId]
  const { termsVersion } = (await post(world, detail, { id }, token)) as { termsVersion: string }
  await post(world, path, { ...what, quantity: '1', payType: 'balance', startNow: 'true', termsVersion, requestId: `bought-${crypto.randomUUID()}` }, token)
}

/** What a phone keeps once the wallet has signed in. */
async function signInByCalls(world: World, wallet: TestWallet): Promise<KeptState> {
  const { account } = wallet
  const userInfo = await userOf(world, wallet)
  const session = { address: account.address, walletId: 'test.wallet', token: userInfo.token, userInfo }
  return {
    cookies: [],
    origins: [
      {
        origin: world.url,
        localStorage: [
          { name: 'etld.session', value: JSON.stringify(session) },
          { name: 'etld.isDemo', value: '1' },
        ],
      },
    ],
  }
}
