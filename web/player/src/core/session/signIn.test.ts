import { expect, it, vi } from 'vitest'
import type { AppInfo } from '@kit/api/contract'
import { ApiError, TransportError } from '@kit/api/faults'
import type { WalletProvider } from '@kit/wallet/provider'
import { runSignIn, type SignInStep, type SignInSurroundings } from './signIn'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const signature = `0x${'ab'.repeat(65)}`
const refusal = { code: 4001, message: 'User rejected the request.' }
const busy = { code: -32002, message: 'Already processing eth_requestAccounts.' }
const phrase = 'Sign in to etld.example on chain 56. This costs nothing and moves no funds. Time: '
const app = { signInPhrase: phrase } as AppInfo

type Answers = Partial<Record<'eth_accounts' | 'eth_requestAccounts' | 'personal_sign', unknown>>

/** A wallet by its answers; an Error or a fault with a code is thrown. */
function walletOf(answers: Answers) {
  const asked: string[] = []
  const provider: WalletProvider = {
    async request({ method }) {
      asked.push(method)
      const answer = { eth_accounts: [], eth_requestAccounts: [address], personal_sign: signature, ...answers }[method]
      if (answer instanceof Error || (typeof answer === 'object' && answer !== null && 'code' in answer)) throw answer
      return answer
    },
  }
  return { provider, asked }
}

function worldOf(changes: Partial<SignInSurroundings> = {}) {
  const steps: SignInStep[] = []
  const around: SignInSurroundings = {
    begin: (step) => steps.push(step) > 0,
    app: async () => app,
    askAppAgain: vi.fn(async () => app),
    toChain: async () => 'on_chain',
    isOurWorld: async () => true,
    host: 'etld.example',
    now: () => 1_700_000_000_123,
    referrer: () => null,
    login: vi.fn(async () => ({ token: 'token', isNew: false }) as never),
    tell: vi.fn(),
    log: () => undefined,
    ...changes,
  }
  return { around, steps }
}

it('asks for the account, the chain and the signature, and then logs in', async () => {
  const { provider, asked } = walletOf({})
  const { around, steps } = worldOf({ referrer: () => 'FRIEND' })
  expect(await runSignIn(provider, around)).toMatchObject({ kind: 'signed_in', address, token: 'token' })
  expect(steps).toEqual(['connecting', 'switching', 'signing', 'verifying'])
  expect(asked).toEqual(['eth_accounts', 'eth_requestAccounts', 'personal_sign'])
  expect(around.login).toHaveBeenCalledWith({ username: address, type: 'ANDROID', pusername: 'FRIEND', message: `${phrase}1700000000123`, signature })
})

it.each<[string, Answers, Partial<SignInSurroundings>, string]>([
  ['the server does not say what it is', {}, { app: () => Promise.reject(new TransportError('/api/open/app', 'timeout')) }, 'transport'],
  ['the person shares no account', { eth_requestAccounts: refusal }, {}, 'no_account'],
  ['the wallet shares an empty list', { eth_requestAccounts: [] }, {}, 'no_account'],
  ['the wallet already asks for the connection', { eth_requestAccounts: busy }, {}, 'pending'],
  ['the network is not switched', {}, { toChain: async () => 'refused' }, 'network'],
  ['the wallet stands on the real chain of a demo', {}, { isOurWorld: async () => false }, 'real_chain'],
  ['the person does not sign', { personal_sign: refusal }, {}, 'signature'],
  ['the wallet cannot sign', { personal_sign: { code: -32000, message: 'locked' } }, {}, 'signature'],
  ['the wallet signs nonsense', { personal_sign: '0x12' }, {}, 'signature'],
  ['the wallet already shows a text to sign', { personal_sign: busy }, {}, 'pending'],
  ['the server refuses', {}, { login: () => Promise.reject(new ApiError('/api/user/logining', 1102, 'expired', null)) }, 'server'],
  ['the server gives no token', {}, { login: async () => ({ token: null }) as never }, 'server'],
  ['the line breaks', {}, { login: () => Promise.reject(new TransportError('/api/user/logining', 'unreachable')) }, 'transport'],
])('stops where %s', async (_, answers, changes, reason) => {
  const { around } = worldOf(changes)
  expect(await runSignIn(walletOf(answers).provider, around)).toEqual({ kind: 'refused', reason, suspension: null })
})

it.each([
  [{ reason: 'a stolen key', until: '2026-12-07T00:00:00.000000Z' }, 'suspended_until', '2026-12-07T00:00:00.000000Z'],
  [{ reason: 'a stolen key' }, 'suspended', ''],
])('says of a suspended account why, and until when: %j', async (data, reason, until) => {
  const { around } = worldOf({ login: () => Promise.reject(new ApiError('/api/user/logining', 1104, 'suspended', data)) })
  expect(await runSignIn(walletOf({}).provider, around)).toEqual({ kind: 'refused', reason, suspension: { reason: 'a stolen key', until } })
  // The gate says so itself.
  expect(around.tell).not.toHaveBeenCalled()
})

it.each([
  [1102, 1],
  [1101, 0],
])('asks the time again after the server refused with %i: %i', async (code, times) => {
  const { around } = worldOf({ login: () => Promise.reject(new ApiError('/api/user/logining', code, 'refused', null)) })
  await runSignIn(walletOf({}).provider, around)
  expect(around.askAppAgain).toHaveBeenCalledTimes(times)
  expect(around.tell).toHaveBeenCalledExactlyOnceWith('refused')
})

it.each<[SignInStep, string[]]>([
  ['connecting', []],
  ['switching', ['eth_accounts', 'eth_requestAccounts']],
  ['signing', ['eth_accounts', 'eth_requestAccounts']],
  ['verifying', ['eth_accounts', 'eth_requestAccounts', 'personal_sign']],
])('an attempt that another replaced before %s asks nothing more', async (last, expected) => {
  const { provider, asked } = walletOf({})
  const { around } = worldOf({ begin: (step) => step !== last })
  expect(await runSignIn(provider, around)).toEqual({ kind: 'dropped' })
  expect(asked).toEqual(expected)
  expect(around.login).not.toHaveBeenCalled()
})

it.each(['Sign in to bank.example on chain 56. This costs nothing and moves no funds. Time: ', phrase.replace('56', '1'), ''])(
  'asks the wallet nothing for a server that lies about its site or chain: %s',
  async (lie) => {
    const { provider, asked } = walletOf({})
    const { around } = worldOf({ app: async () => ({ signInPhrase: lie }) as AppInfo })
    expect(await runSignIn(provider, around)).toEqual({ kind: 'refused', reason: 'other_site', suspension: null })
    expect(asked).toEqual([])
    expect(around.login).not.toHaveBeenCalled()
  },
)
