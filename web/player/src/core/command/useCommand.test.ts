import { beforeEach, expect, it, vi } from 'vitest'
import { TransportError } from '@kit/api/faults'
import { memoryStorage } from '@kit/kept/memory'

const call = vi.hoisted(() => vi.fn())
const error = vi.hoisted(() => vi.fn())
vi.mock('../session/api', () => ({ call }))
vi.mock('@kit/ui/toast', () => ({ toast: { error } }))
vi.mock('@kit/i18n/text', () => ({ text: (namespace: string, key: string) => `${namespace}.${key}` }))
vi.stubGlobal('localStorage', memoryStorage())
vi.stubGlobal('navigator', { onLine: true })

const { EarlierCommandError } = await import('./pending')
const { askAgain, createRunner, findUnattended, useEarlierCommands } = await import('./useCommand')
const { useSession } = await import('../session/store')

const path = '/api/miner/cancel'
const lineBroken = new TransportError(path, 'unreachable')
const seen = () => useEarlierCommands.getState()

/** A command of a user that a page which is gone left without an answer. */
function leave(userId: string): void {
  const command = { path, params: { minerNo: 'M1', requestId: 'r1' }, startedAtMs: Date.now(), sent: 1 }
  localStorage.setItem(`etld.command.${userId}.${path}`, JSON.stringify(command))
}

beforeEach(() => {
  localStorage.clear()
  useEarlierCommands.setState({ pending: [], outcomes: [] })
  call.mockReset().mockResolvedValue({ ok: true })
  leave('U1')
  useSession.setState({ userId: 'U1' })
  findUnattended()
})

it('an earlier command of one person is neither shown to the next one of the page nor sent for them', async () => {
  const [command] = seen().pending
  expect(command).toMatchObject({ path, userId: 'U1' })
  useSession.setState({ userId: null })
  useSession.setState({ userId: 'U2' })
  expect(seen().pending).toEqual([])
  await askAgain(command!)
  expect(call).not.toHaveBeenCalled()
  expect(seen().outcomes).toEqual([])
  useSession.setState({ userId: 'U1' })
  expect(seen().pending).toHaveLength(1)
})

it('what came of it is told to its own person alone', async () => {
  await askAgain(seen().pending[0]!)
  expect(seen().outcomes).toMatchObject([{ kind: 'done', data: { ok: true } }])
  // The same person signs in anew.
  useSession.setState({ userId: null })
  useSession.setState({ userId: 'U1' })
  expect(seen().outcomes).toHaveLength(1)
  useSession.setState({ userId: 'U2' })
  expect(seen().outcomes).toEqual([])
})

it('without an answer it is asked again', async () => {
  call.mockRejectedValueOnce(lineBroken)
  const [command] = seen().pending
  expect(await askAgain(command!)).toBe(false)
  expect(await askAgain(command!)).toBe(true)
  expect(seen().outcomes).toHaveLength(1)
})

it('what is pressed while another one has no answer is not sent, and that is said', async () => {
  await expect(createRunner().run(path, { minerNo: 'M2' })).rejects.toThrow(EarlierCommandError)
  expect(call.mock.calls.map(([, params]) => (params as { minerNo: string }).minerNo)).toEqual(['M1'])
  expect(seen().outcomes).toHaveLength(1)
  expect(error.mock.calls).toEqual([['common.earlierFirst']])
})

it('what a screen has no answer of is sent again under its id, though another tab had the answer or it is too old by now', async () => {
  const sentIds = () => call.mock.calls.map(([, params]) => (params as { requestId: string }).requestId)
  const screen = createRunner()
  const wanted = { minerNo: 'M1' }
  call.mockRejectedValue(lineBroken)
  await expect(screen.run(path, wanted)).rejects.toBe(lineBroken)
  // Another tab asked what came of it.
  localStorage.removeItem(`etld.command.U1.${path}`)
  await expect(screen.run(path, wanted)).rejects.toBe(lineBroken)
  vi.useFakeTimers({ now: Date.now() + 16 * 60_000 })
  // It went out before: without a line nobody says that it did not.
  vi.stubGlobal('navigator', { onLine: false })
  await expect(screen.run(path, wanted)).rejects.toBe(lineBroken)
  vi.stubGlobal('navigator', { onLine: true })
  call.mockResolvedValue({ ok: true })
  await screen.run(path, wanted)
  vi.useRealTimers()
  expect(sentIds()).toEqual(['r1', 'r1', 'r1', 'r1'])
  // With its answer it is over: who presses anew wants another.
  await screen.run(path, { minerNo: 'M1' })
  expect(sentIds()[4]).not.toBe('r1')
})
