import { beforeEach, expect, it, vi } from 'vitest'
import type { AppInfo } from '@kit/api/contract'

const ensureChain = vi.hoisted(() => vi.fn())
const request = vi.fn()
vi.mock('../session/connection', () => ({ connectedProvider: () => ({ request }), ensureChain }))

const { sendFromWallet } = await import('./sendFromWallet')
const { useSession } = await import('../session/store')

const hash = `0x${'ab'.repeat(32)}`
const transfer = { token: { contract: `0x${'22'.repeat(20)}`, decimals: 18 }, to: `0x${'33'.repeat(20)}`, amount: '5' }
const onAsk = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  request.mockResolvedValue(hash)
  useSession.setState({ address: `0x${'44'.repeat(20)}`, app: { chainId: 56 } as AppInfo })
})

it('asks the wallet to send on the chain, and on no other', async () => {
  ensureChain.mockResolvedValue(true)
  expect(await sendFromWallet(transfer, { isWanted: () => true, onAsk })).toEqual({ kind: 'sent', hash })
  expect(request.mock.calls).toEqual([[{ method: 'eth_sendTransaction', params: [expect.objectContaining({ chainId: '0x38' })] }]])
  expect(onAsk).toHaveBeenCalledOnce()
})

it('asks the wallet for nothing once nobody waits for it', async () => {
  let isShown = true
  ensureChain.mockImplementation(async (isWanted: () => boolean) => {
    // It is left while the wallet asks about the chain.
    isShown = false
    expect(isWanted()).toBe(false)
    return true
  })
  expect(await sendFromWallet(transfer, { isWanted: () => isShown, onAsk })).toEqual({ kind: 'left' })
  expect([request.mock.calls, onAsk.mock.calls]).toEqual([[], []])
})
