import { deviceStorage } from '@kit/kept/storage'
import type { AppInfo } from '@kit/api/contract'
import type { WalletProvider } from '@kit/wallet/provider'
import { askPerson } from './requests'
import { createRpc, RpcFault, type Rpc } from './rpc'

/** Holds the address that may be shown, so that showing it needs no key and none of the code that reads one. */
const permittedKey = 'etld.demo.permitted'
const signedInKey = 'etld.demo.signedIn'
const readMethods = /^(eth_|net_|web3_)/

interface TransactionRequest {
  to: string
  data?: string
  value?: string
  gas?: string
}

type Handler = (params: unknown[]) => Promise<unknown>
type Listeners = Map<string, Set<(payload: unknown) => void>>

function rejected(): RpcFault {
  return new RpcFault(4001, 'User rejected the request.')
}

/** The demo wallet as an EIP-1193 provider: real keys, real signatures, on the demo's chain. */
export function createDemoProvider(app: AppInfo): WalletProvider {
  const rpc = createRpc(app.rpcUrl)
  const listeners: Listeners = new Map()
  const handlers: Record<string, Handler> = {
    eth_accounts: async () => shownAccounts(),
    eth_requestAccounts: () => requestAccounts(listeners),
    eth_chainId: async () => `0x${app.chainId.toString(16)}`,
    wallet_switchEthereumChain: async (params) => refuseOtherChain(app, params),
    wallet_addEthereumChain: async (params) => refuseOtherChain(app, params),
    wallet_revokePermissions: async () => revoke(listeners),
    personal_sign: (params) => sign(app, params),
    eth_sendTransaction: (params) => send(app, rpc, params),
  }
  return {
    async request({ method, params }) {
      const own = handlers[method]
      if (own) return own(Array.isArray(params) ? params : [])
      if (readMethods.test(method) && !method.startsWith('eth_sign')) return rpc(method, params)
      throw new RpcFault(4200, `the demo wallet does not know ${method}`)
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
  }
}

async function account() {
  return (await import('./keys')).demoAccount()
}

function isPermitted(): boolean {
  return shownAccounts().length > 0
}

function shownAccounts(): string[] {
  const address = deviceStorage.getItem(permittedKey)
  return address !== null && /^0x[0-9a-fA-F]{40}$/.test(address) ? [address] : []
}

function emit(listeners: Listeners, event: string, payload: unknown): void {
  for (const listener of listeners.get(event) ?? []) listener(payload)
}

async function requestAccounts(listeners: Listeners): Promise<string[]> {
  const { address } = await account()
  if (!isPermitted()) {
    if (!(await askPerson({ kind: 'connect' }))) throw rejected()
    deviceStorage.setItem(permittedKey, address)
    emit(listeners, 'accountsChanged', [address])
  }
  return [address]
}

function revoke(listeners: Listeners): null {
  deviceStorage.removeItem(permittedKey)
  deviceStorage.removeItem(signedInKey)
  emit(listeners, 'accountsChanged', [])
  return null
}

function refuseOtherChain(app: AppInfo, params: unknown[]): null {
  const [wanted] = params as [{ chainId?: string }?]
  if (Number(wanted?.chainId) === app.chainId) return null
  throw new RpcFault(4902, 'the demo wallet knows only the demo chain')
}

async function sign(app: AppInfo, params: unknown[]): Promise<string> {
  const [raw, address] = params as [string, string]
  const signer = await account()
  if (!isPermitted() || address?.toLowerCase() !== signer.address.toLowerCase()) throw new RpcFault(4100, 'not permitted')
  const isHex = /^0x([0-9a-f]{2})*$/i.test(raw)
  const text = isHex ? decodeHex(raw) : raw
  // Moving the demo's clock ends sessions; after one confirmed sign-in the next ones need no hand.
  const isSignIn = text.startsWith(app.signInPhrase) && /^\d+$/.test(text.slice(app.signInPhrase.length))
  if (!(isSignIn && deviceStorage.getItem(signedInKey)) && !(await askPerson({ kind: 'sign', text }))) throw rejected()
  if (isSignIn) deviceStorage.setItem(signedInKey, '1')
  return signer.signMessage({ message: isHex ? { raw: raw as `0x${string}` } : raw })
}

function decodeHex(hex: string): string {
  const bytes = hex.slice(2).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes, (pair) => Number.parseInt(pair, 16)))
}

async function send(app: AppInfo, rpc: Rpc, params: unknown[]): Promise<unknown> {
  const [wanted] = params as [TransactionRequest]
  const { demoAccount, readTransfer } = await import('./keys')
  const signer = demoAccount()
  if (!isPermitted()) throw new RpcFault(4100, 'not permitted')
  const request = { from: signer.address, to: wanted.to, data: wanted.data ?? '0x', value: wanted.value ?? '0x0' }
  const [gas, gasPrice] = await Promise.all([wanted.gas ? Promise.resolve(wanted.gas) : rpc('eth_estimateGas', [request]), rpc('eth_gasPrice')])
  const tokens = app.networks.flatMap((network) => network.tokens)
  const transfer = readTransfer(request.to, request.data, tokens)
  const isConfirmed = await askPerson({
    kind: 'send',
    to: transfer?.to ?? request.to,
    token: transfer ? { currency: transfer.currency, amount: transfer.amount } : null,
    value: BigInt(request.value).toString(),
    data: request.data,
    gas: String(BigInt(String(gas))),
  })
  if (!isConfirmed) throw rejected()
  // The nonce is taken after the person answered: another transaction may have gone out meanwhile.
  const nonce = await rpc('eth_getTransactionCount', [signer.address, 'pending'])
  const signed = await signer.signTransaction({
    type: 'legacy',
    chainId: app.chainId,
    nonce: Number(nonce),
    gas: (BigInt(String(gas)) * 12n) / 10n,
    gasPrice: BigInt(String(gasPrice)),
    to: request.to as `0x${string}`,
    data: request.data as `0x${string}`,
    value: BigInt(request.value),
  })
  return rpc('eth_sendRawTransaction', [signed])
}
