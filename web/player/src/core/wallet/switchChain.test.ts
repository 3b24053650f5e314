import { describe, expect, it } from 'vitest'
import type { WalletProvider } from '@kit/wallet/provider'
import { retryPausesMs, switchChain, type ChainFacts } from './switchChain'

const chain: ChainFacts = { chainId: 56, name: 'BNB Smart Chain', rpcUrl: 'https://rpc.test', explorer: '' }

/** A wallet on chain 1 that answers each request by the next line of its script: a fault, or done. */
function wallet(script: { switch?: unknown[]; add?: unknown[]; switches?: boolean }) {
  let current = 1
  const asked: string[] = []
  const provider: WalletProvider = {
    async request({ method, params }) {
      if (method === 'eth_chainId') return `0x${current.toString(16)}`
      asked.push(method)
      const line = (method === 'wallet_switchEthereumChain' ? script.switch : script.add)?.shift()
      if (line !== undefined) throw line
      const [wanted] = params as [{ chainId: string }]
      if (script.switches !== false) current = Number(wanted.chainId)
      return null
    },
  }
  return { provider, asked }
}

async function run(provider: WalletProvider, isWanted = () => true) {
  const seen = { pauses: [] as number[], refused: 0, failed: 0, busy: 0 }
  const outcome = await switchChain(provider, chain, {
    isWanted,
    pause: async (ms) => void seen.pauses.push(ms),
    tellBusy: () => (seen.busy += 1),
    tellRefused: () => (seen.refused += 1),
    tellFailed: () => (seen.failed += 1),
  })
  return { outcome, ...seen }
}

const refusal = { code: 4001, message: 'User rejected the request.' }
const unknown = { code: 4902, message: 'Unrecognized chain ID "0x38".' }

describe('switching the chain', () => {
  it('asks nothing where the wallet is there already', async () => {
    const { provider, asked } = wallet({})
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] })
    asked.length = 0
    expect(await run(provider)).toMatchObject({ outcome: 'on_chain', pauses: [] })
    expect(asked).toEqual([])
  })

  it('toasts each refusal, asks three times more with growing pauses, then stops', async () => {
    const { provider, asked } = wallet({ switch: Array(9).fill(refusal) })
    expect(await run(provider)).toEqual({ outcome: 'refused', pauses: [...retryPausesMs], refused: 4, failed: 0, busy: 0 })
    expect(asked).toHaveLength(4)
    expect([...retryPausesMs].sort((left, right) => left - right)).toEqual([...retryPausesMs])
  })

  it('goes on when a retry is accepted', async () => {
    const { provider } = wallet({ switch: [refusal] })
    expect(await run(provider)).toMatchObject({ outcome: 'on_chain', refused: 1 })
  })

  it.each([
    ['4902', unknown],
    ['a mobile wallet that nests the code', { code: -32603, data: { originalError: { code: 4902 } } }],
    ['a mobile wallet that only says it', { message: 'Unrecognized chain ID "0x38". Try adding the chain using wallet_addEthereumChain' }],
    ['a bare internal error', { code: -32603, message: 'Internal JSON-RPC error.' }],
  ])('adds the chain on %s', async (_, fault) => {
    const { provider, asked } = wallet({ switch: [fault] })
    expect(await run(provider)).toMatchObject({ outcome: 'on_chain', refused: 0, failed: 0 })
    expect(asked).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
  })

  it('counts a refused addition as a refusal', async () => {
    const { provider } = wallet({ switch: Array(9).fill(unknown), add: Array(9).fill(refusal) })
    expect(await run(provider)).toMatchObject({ outcome: 'refused', refused: 4 })
  })

  it('says so once when the wallet cannot switch', async () => {
    const { provider, asked } = wallet({ switch: [{ code: 4200, message: 'Unsupported method' }] })
    expect(await run(provider)).toMatchObject({ outcome: 'failed', failed: 1, pauses: [] })
    expect(asked).toHaveLength(1)
  })

  it('says once that the wallet still shows another request, and waits for it', async () => {
    const pending = { code: -32002, message: 'Request already pending' }
    const { provider } = wallet({ switch: [pending, pending] })
    expect(await run(provider)).toMatchObject({ outcome: 'on_chain', refused: 0, busy: 1, pauses: [1000, 3000] })
  })

  it('does not believe a wallet that answers without switching', async () => {
    const { provider, asked } = wallet({ switches: false })
    expect(await run(provider)).toMatchObject({ outcome: 'failed' })
    expect(asked).toHaveLength(4)
  })

  it('asks nothing more once nobody waits for it', async () => {
    const { provider, asked } = wallet({ switch: [refusal, refusal, refusal, refusal] })
    expect((await run(provider, () => false)).outcome).toBe('failed')
    expect(asked).toHaveLength(1)
  })
})
