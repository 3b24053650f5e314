import { expect, it, vi } from 'vitest'
import { ApiError, TransportError } from '@kit/api/faults'

vi.mock('@kit/ui/toast', () => ({ toast: { error: vi.fn() } }))
vi.mock('@kit/i18n/text', () => ({ text: (_: string, key: string) => key, currentLanguage: () => 'en' }))
const { wordsOf } = await import('./approve')
const { fromWallet, NoWallet } = await import('../wallet/wallet')

/** What is said of something that a wallet answers with. */
const saidOf = (fault: unknown) => fromWallet(Promise.reject(fault)).catch((told: unknown) => wordsOf(told))

it('says of the wallet what is its fault, and of the server what is the server’s', async () => {
  expect(await saidOf({ code: 4001 })).toBeNull()
  expect(await saidOf({ code: -32002 })).toBe('wallet.busy')
  expect(await saidOf(new Error('the wallet returned no signature'))).toBe('wallet.unsigned')
  expect(await saidOf(new NoWallet())).toBe('wallet.none')
  expect(wordsOf(new TransportError('me', 'timeout'))).toBe('unanswered')
  expect(wordsOf(new ApiError('me', 1005, 'no such thing', {}))).toBe('no such thing')
})

it('a wallet that never answers did not sign', async () => {
  vi.useFakeTimers()
  const said = fromWallet(new Promise(() => undefined)).catch((told: unknown) => wordsOf(told))
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(await said).toBe('wallet.unsigned')
  vi.useRealTimers()
})
