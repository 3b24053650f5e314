import { describe, expect, it, vi } from 'vitest'
import { choicesOf, isKeptAs } from '@kit/wallet/discover'
import { accountsOf, chainIdOf, demoWalletId, isRejection, sameAddress, sendFaultOf, type WalletProvider } from '@kit/wallet/provider'
import { watchWallet } from './watch'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const provider: WalletProvider = { request: async () => null }

describe('reading a wallet', () => {
  it('takes accounts and chain ids in the forms wallets use', () => {
    expect(accountsOf([address, 'nonsense', 7])).toEqual([address])
    expect(accountsOf(null)).toEqual([])
    expect([chainIdOf('0x38'), chainIdOf('56'), chainIdOf(56), chainIdOf('x'), chainIdOf(null)]).toEqual([56, 56, 56, null, null])
    expect(sameAddress(address, address.toLowerCase())).toBe(true)
    expect(sameAddress(null, null)).toBe(false)
  })

  it('knows a refusal by its code, nested or in words', () => {
    expect(isRejection({ code: 4001 })).toBe(true)
    expect(isRejection({ code: -32603, data: { originalError: { code: 4001 } } })).toBe(true)
    expect(isRejection(new Error('User denied message signature'))).toBe(true)
    expect(isRejection({ code: -32000, message: 'insufficient funds' })).toBe(false)
  })
})

describe('an error of a wallet that was asked to send', () => {
  it.each([
    ['a refusal', { code: 4001, message: 'User rejected the request.' }, 'refused'],
    ['a refusal in words', new Error('User denied transaction signature'), 'refused'],
    ['no coins for the fee', { code: -32000, message: 'insufficient funds for gas * price + value' }, 'no_gas'],
    [
      'no coins for the fee, nested',
      { code: -32603, message: 'Internal JSON-RPC error.', data: { message: 'err: insufficient funds for transfer' } },
      'no_gas',
    ],
    ['an internal error', { code: -32603, message: 'Internal JSON-RPC error.' }, 'unsure'],
    ['an open request', { code: -32002, message: 'Request already pending' }, 'unsure'],
    ['an answer that is no hash', new Error('the wallet returned no transaction hash'), 'unsure'],
    ['nothing at all', undefined, 'unsure'],
  ] as const)('%s', (_, fault, expected) => {
    expect(sendFaultOf(fault)).toBe(expected)
  })
})

describe('the wallets to offer', () => {
  const announced = { info: { rdns: 'io.wallet', name: 'Wallet', icon: 'data:image/png;base64,AA' }, provider }
  const demo = { info: { rdns: demoWalletId, name: 'Demo', icon: 'https://elsewhere.test/i.png' }, provider }

  it('offers an injected wallet only where none announced itself', () => {
    expect(choicesOf([announced], provider).map((choice) => choice.id)).toEqual(['io.wallet'])
    expect(choicesOf([demo], provider).map((choice) => choice.id)).toEqual(['injected', demoWalletId])
    expect(choicesOf([], undefined)).toEqual([])
  })

  it('shows only icons that come with the announcement', () => {
    expect(choicesOf([announced, demo], undefined).map((choice) => choice.icon)).toEqual(['data:image/png;base64,AA', null])
  })
})

describe('the wallet that was kept', () => {
  const wallet = (id: string, own = { ...provider }) => ({ id, name: '', icon: null, provider: own })
  const [named, second, demo] = [wallet('io.wallet'), wallet('io.second'), wallet(demoWalletId)]
  vi.stubGlobal('window', { ethereum: second.provider })

  it.each([
    ['by its id', 'io.wallet', named, [named, second], 'surely'],
    ['not by another', 'io.second', named, [named], false],
    ['that was injected, by its provider', 'injected', second, [named, second], 'surely'],
    ['that was injected, as the only one', 'injected', named, [named, demo], 'likely'],
    ['that was injected, not among several', 'injected', named, [named, second], false],
    ['that was injected is not the demo’s', 'injected', demo, [demo], false],
  ] as const)('is known %s', (_, id, choice, known, expected) => {
    expect(isKeptAs(id, choice, known)).toBe(expected)
  })
})

describe('watching a wallet', () => {
  function watched(accounts: string[] = [address], isSeen = true) {
    const state: { accounts: string[]; chainId: string; permissions: unknown } = { accounts, chainId: '0x38', permissions: null }
    const listeners = new Map<string, (payload: unknown) => void>()
    const events = { accountChanged: vi.fn(), chainChanged: vi.fn(), closed: vi.fn(), seen: vi.fn(), locked: vi.fn() }
    const watch = watchWallet(
      {
        request: async ({ method }) => {
          if (method !== 'wallet_getPermissions') return method === 'eth_accounts' ? state.accounts : state.chainId
          if (state.permissions === null) throw { code: -32601, message: 'the method does not exist' }
          return state.permissions
        },
        on: (event, listener) => listeners.set(event, listener),
        removeListener: (event) => listeners.delete(event),
      },
      { address, chainId: 56, isSeen },
      events,
    )
    return { state, events, watch, emit: (event: string, payload: unknown) => listeners.get(event)?.(payload) }
  }

  it('reports another account once, and the same account in other letters never', () => {
    const { emit, events, watch } = watched()
    emit('accountsChanged', [address.toLowerCase()])
    emit('accountsChanged', [other])
    emit('accountsChanged', [other])
    expect(events.accountChanged.mock.calls).toEqual([[other]])
    watch.stop()
  })

  it.each([
    ['does not know what it permits', null],
    ['permits nothing any more', []],
    ['permits something else', [{ parentCapability: 'wallet_snap' }]],
  ])('takes a wallet without an account for closed that %s', async (_, permissions) => {
    const { state, emit, events, watch } = watched()
    state.permissions = permissions
    emit('accountsChanged', [])
    emit('accountsChanged', [])
    await vi.waitFor(() => expect(events.closed).toHaveBeenCalled())
    expect([events.closed.mock.calls.length, events.locked.mock.calls.length]).toEqual([1, 0])
    watch.stop()
  })

  it('waits for a wallet that is locked and unlocked again, and reports when its site is no longer permitted', async () => {
    const { state, emit, events, watch } = watched()
    state.permissions = [{ parentCapability: 'eth_accounts' }]
    emit('accountsChanged', [])
    await vi.waitFor(() => expect(events.locked).toHaveBeenCalledTimes(1))
    emit('accountsChanged', [])
    emit('accountsChanged', [address])
    expect([events.seen.mock.calls.length, events.closed.mock.calls.length]).toEqual([1, 0])
    state.permissions = []
    emit('accountsChanged', [])
    await vi.waitFor(() => expect(events.closed).toHaveBeenCalledTimes(1))
    watch.stop()
  })

  it('lets the list decide that comes while the wallet is asked what it permits', async () => {
    const { emit, events, watch } = watched()
    emit('accountsChanged', [])
    emit('accountsChanged', [address])
    await new Promise((resolve) => setTimeout(resolve))
    expect([events.closed.mock.calls.length, events.locked.mock.calls.length]).toEqual([0, 0])
    watch.stop()
  })

  it('takes a wallet that is silent about its permissions for closed after three seconds', async () => {
    vi.useFakeTimers()
    const { state, emit, events, watch } = watched()
    state.permissions = new Promise(() => undefined)
    emit('accountsChanged', [])
    await vi.advanceTimersByTimeAsync(2_999)
    expect(events.closed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(events.closed).toHaveBeenCalledTimes(1)
    watch.stop()
    vi.useRealTimers()
  })

  it('waits for a wallet that is locked since the page began, and takes it for closed only after it was seen', async () => {
    const { emit, events, watch } = watched([], false)
    emit('accountsChanged', [])
    expect(events.closed).not.toHaveBeenCalled()
    emit('accountsChanged', [address])
    emit('accountsChanged', [address])
    expect(events.seen).toHaveBeenCalledTimes(1)
    emit('accountsChanged', [])
    await vi.waitFor(() => expect(events.closed).toHaveBeenCalledTimes(1))
    watch.stop()
  })

  it('reports a change of chain, but not the one it stands on nor one of our own', async () => {
    const { state, emit, events, watch } = watched()
    emit('chainChanged', '0x38')
    await watch.duringOwnSwitch(async () => {
      state.chainId = '0x1'
      emit('chainChanged', '0x1')
    })
    expect(events.chainChanged).not.toHaveBeenCalled()
    emit('chainChanged', '0x61')
    expect(events.chainChanged.mock.calls).toEqual([[97]])
    watch.stop()
  })

  it('asks wallets that announce nothing every four seconds', async () => {
    vi.useFakeTimers()
    const { state, events, watch } = watched()
    state.accounts = [other]
    await vi.advanceTimersByTimeAsync(3_999)
    expect(events.accountChanged).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(events.accountChanged).toHaveBeenCalledWith(other)
    watch.stop()
    vi.useRealTimers()
  })
})
