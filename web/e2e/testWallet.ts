import { expect, type BrowserContext, type Page } from '@playwright/test'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
// Not of viem itself, whose clients every worker would load, in half a second of the processor.
import { encodeFunctionData, formatUnits, parseAbi, parseUnits } from 'viem/utils'
import type { World } from './world.ts'

interface WalletFault {
  code: number
  message: string
  data?: unknown
}

/** How the wallet shows itself to the page. */
interface Announcement {
  way: 'eip6963' | 'injected'
  /** How long after the page began. */
  afterMs?: number
}

/** A transaction as a page asks for it. */
export interface Transaction {
  from: string
  to: Hex
  data: Hex
  chainId?: Hex
}

/** What the wallet asks of a token. */
const tokenAbi = parseAbi(['function transfer(address to, uint256 amount) returns (bool)', 'function balanceOf(address holder) view returns (uint256)'])

type Refusal = (params: unknown[]) => WalletFault | null

const installed = new WeakMap<BrowserContext, TestWallet>()

/** The wallet that a phone has. */
export function walletOf(context: BrowserContext): TestWallet | undefined {
  return installed.get(context)
}

/** What the wallet leaves in a page for tests. */
interface Emitting {
  hearsOfWallet(event: string): boolean
  emitFromWallet(event: string, payload: unknown): void
  isWalletShown: boolean
}

/** Where the wallet's chain is, and whom it pays. */
type Platform = Pick<World, 'url' | 'rpcUrl' | 'faucet'>

/**
 * A wallet extension as a page meets it: accounts hidden until permission is given, real keys and signatures in the
 * test's process, a chain it stands on, and answers the test can decide.
 */
export class TestWallet {
  readonly accounts: PrivateKeyAccount[]
  /** Every request, in order. */
  readonly requests: { method: string; params: unknown[] }[] = []
  /** What the wallet refuses, by method; null lets the request through. */
  readonly refusals = new Map<string, Refusal>()
  /** What the wallet answers in its own way, by method. */
  readonly answers = new Map<string, (params: unknown[]) => unknown>()
  isPermitted = false
  chainId = 56
  selected = 0
  /** Held requests of a method wait until the test lets go. */
  private readonly held = new Map<string, Promise<void>>()
  private readonly world: Platform

  constructor(world: Platform, accountCount = 1) {
    this.world = world
    this.accounts = Array.from({ length: accountCount }, () => privateKeyToAccount(generatePrivateKey()))
  }

  get account(): PrivateKeyAccount {
    return this.accounts[this.selected]!
  }

  count(method: string): number {
    return this.requests.filter((one) => one.method === method).length
  }

  /** Lets requests of a method wait; the function given back lets them go on. */
  hold(method: string): () => void {
    let release = () => {}
    this.held.set(method, new Promise((done) => (release = done)))
    return () => {
      this.held.delete(method)
      release()
    }
  }

  /** Installs the wallet in every page of the context. */
  async install(context: BrowserContext, { way, afterMs = 0 }: Announcement = { way: 'eip6963' }): Promise<void> {
    installed.set(context, this)
    await context.exposeFunction('askTestWallet', async (method: string, params: unknown[]) => {
      try {
        return { result: await this.answer(method, params ?? []) }
      } catch (fault) {
        const { code = -32603, message, data } = fault as Partial<WalletFault>
        return { fault: { code, message: String(message), data } }
      }
    })
    await context.addInitScript(inject, [way, afterMs] as const)
  }

  /** From now on a wallet that only injected itself announces itself too, in every page of the context. */
  async announce(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      const detail = () => ({
        info: { uuid: '3f6b1c1e-7a5d-4a3a-9f0e-2b1d7c9e5a10', name: 'Test wallet', icon: '', rdns: 'test.wallet' },
        provider: window.ethereum,
      })
      window.addEventListener('eip6963:requestProvider', () =>
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail()) })),
      )
    })
  }

  /** Waits until the wallet has shown itself to the page. */
  async shown(page: Page): Promise<void> {
    await page.waitForFunction(() => (window as unknown as Emitting).isWalletShown)
  }

  /** Waits until the app listens: a screen stands before its session has found the wallet, and takes what it finds for known. */
  async heard(page: Page, event: string): Promise<void> {
    await page.waitForFunction((event) => (window as unknown as Emitting).hearsOfWallet(event), event)
  }

  /** Says something to the page, as extensions do, once the app listens. */
  async emit(page: Page, event: string, payload: unknown): Promise<void> {
    await this.heard(page, event)
    await this.say(page, event, payload)
  }

  /** Shows another account. The app listens before: it also asks by itself, and a page that found out that way listens no more. */
  async selectAccount(page: Page, index: number): Promise<void> {
    await this.heard(page, 'accountsChanged')
    this.selected = index
    await this.say(page, 'accountsChanged', [this.account.address])
  }

  private async say(page: Page, event: string, payload: unknown): Promise<void> {
    await page.evaluate(([event, payload]) => (window as unknown as Emitting).emitFromWallet(event as string, payload), [event, payload])
  }

  private async answer(method: string, params: unknown[]): Promise<unknown> {
    this.requests.push({ method, params })
    const refusal = this.refusals.get(method)?.(params)
    if (refusal) throw refusal
    await this.held.get(method)
    const own = this.answers.get(method)
    if (own) return own(params)
    if (method === 'eth_accounts') return this.isPermitted ? [this.account.address] : []
    if (method === 'eth_requestAccounts') {
      this.isPermitted = true
      return [this.account.address]
    }
    if (method === 'eth_chainId') return `0x${this.chainId.toString(16)}`
    if (method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain') {
      this.chainId = Number((params[0] as { chainId: string }).chainId)
      return null
    }
    if (method === 'personal_sign') return this.sign(params as [Hex, string])
    if (method === 'eth_sendTransaction') return this.send(params[0] as Transaction)
    return this.rpc(method, params)
  }

  private async sign([raw, address]: [Hex, string]): Promise<Hex> {
    if (address.toLowerCase() !== this.account.address.toLowerCase()) throw { code: 4100, message: 'not the selected account' }
    return this.account.signMessage({ message: { raw } })
  }

  /** Signs and sends a transaction for the chain the wallet stands on, as the wallet does where the test says nothing else. */
  async send({ from, to, data, chainId }: Transaction): Promise<unknown> {
    if (from.toLowerCase() !== this.account.address.toLowerCase()) throw { code: 4100, message: 'not the selected account' }
    if (chainId && Number(chainId) !== this.chainId) throw { code: -32602, message: 'the wallet stands on another chain' }
    const nonce = Number(await this.rpc('eth_getTransactionCount', [from, 'pending']))
    const gasPrice = BigInt(String(await this.rpc('eth_gasPrice', [])))
    const signed = await this.account.signTransaction({ type: 'legacy', chainId: this.chainId, nonce, gas: 200_000n, gasPrice, to, data, value: 0n })
    return this.rpc('eth_sendRawTransaction', [signed])
  }

  private async rpc(method: string, params: unknown[]): Promise<unknown> {
    const answer = await fetch(this.world.rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const body = (await answer.json()) as { result?: unknown; error?: WalletFault }
    if (body.error) throw body.error
    return body.result ?? null
  }

  /** Gets test coins and sends some to the platform, outside of the page. */
  async topUp(amount: string, wanted = 'USDT'): Promise<void> {
    await this.world.faucet(this.account.address)
    await this.pay(amount, wanted)
  }

  /** Sends some to the platform as its holder would by hand, outside of the page. */
  async pay(amount: string, wanted = 'USDT'): Promise<void> {
    const { treasury, token } = await this.platform(wanted)
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [treasury, parseUnits(amount, token.decimals)] })
    const hash = await this.send({ from: this.account.address, to: token.contract, data })
    await expect.poll(() => this.rpc('eth_getTransactionReceipt', [hash]), { intervals: [200] }).not.toBeNull()
  }

  /** What the wallet holds of a token on the chain, as a decimal. */
  async holding(wanted = 'USDT'): Promise<string> {
    const { token } = await this.platform(wanted)
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [this.account.address] })
    const held = await this.rpc('eth_call', [{ to: token.contract, data }, 'latest'])
    return formatUnits(BigInt(String(held)), token.decimals)
  }

  /** Where the platform takes a token. */
  private async platform(wanted: string): Promise<{ treasury: Hex; token: { contract: Hex; decimals: number } }> {
    const answer = await fetch(`${this.world.url}/api/open/app`, { method: 'POST' })
    const { data } = (await answer.json()) as { data: { networks: { treasury: Hex; tokens: { currency: string; contract: Hex; decimals: number }[] }[] } }
    const [network] = data.networks
    const token = network?.tokens.find(({ currency }) => currency === wanted)
    if (!network || !token) throw new Error(`the platform takes no ${wanted}`)
    return { treasury: network.treasury, token }
  }
}

/** Runs in the page: an EIP-1193 provider whose answers come from the test. */
function inject([way, afterMs]: readonly [Announcement['way'], number]): void {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  type Answer = { result?: unknown; fault?: { code: number; message: string; data?: unknown } }
  const ask = (window as unknown as { askTestWallet(method: string, params: unknown): Promise<Answer> }).askTestWallet
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      const { result, fault } = await ask(method, params ?? [])
      if (fault) throw Object.assign(new Error(fault.message), fault)
      return result
    },
    on(event: string, listener: (payload: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (payload: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
  Object.assign(window, {
    hearsOfWallet: (event) => (listeners.get(event)?.size ?? 0) > 0,
    emitFromWallet: (event, payload) => listeners.get(event)?.forEach((listener) => listener(payload)),
    isWalletShown: false,
  } satisfies Emitting)
  setTimeout(() => {
    Object.assign(window, { isWalletShown: true })
    if (way === 'injected') {
      Object.assign(window, { ethereum: provider })
      return
    }
    const detail = Object.freeze({
      info: Object.freeze({
        uuid: '3f6b1c1e-7a5d-4a3a-9f0e-2b1d7c9e5a10',
        name: 'Test wallet',
        icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
        rdns: 'test.wallet',
      }),
      provider,
    })
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }, afterMs)
}

/** Opens the app and signs in with the test wallet, by the gate's own words in English. */
export async function signInWith(page: Page, path = '/'): Promise<void> {
  await page.goto(`/${path.startsWith('?') ? path : `#${path}`}`)
  await chooseTestWallet(page)
  await page.waitForFunction(() => !!localStorage.getItem('etld.session'))
}

/** Chooses the test wallet beside the demo's own. */
export async function chooseTestWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: /^(Test wallet|Browser wallet)/ }).click()
}
