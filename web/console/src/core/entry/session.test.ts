import { beforeEach, expect, it, vi } from 'vitest'
import { deviceStorage } from '@kit/kept/storage'
import { currentSession, setSession } from '../session/store'
import type { Me } from '../contract/contract'

const error = vi.hoisted(() => vi.fn())
vi.mock('@kit/ui/toast', () => ({ toast: { error } }))
vi.mock('@kit/i18n/text', () => ({ text: (_: string, key: string) => key, currentLanguage: () => 'en' }))
const { followMe, signOut, startSession } = await import('./session')

const someone = (id: string, csrfToken: string, ...roles: Me['roles']) => ({ id, csrfToken, roles }) as Me

/** Lets the server say who is signed in, and something happen before its answer. */
function answer(me: Me, meanwhile: () => void = () => undefined): void {
  vi.stubGlobal('fetch', async () => {
    meanwhile()
    return new Response(JSON.stringify({ code: 200, message: '', data: me }))
  })
}

beforeEach(() => setSession({ is: 'in', me: someone('A', 'one', 'support') }))

it('the session has the roles that were given and taken since', async () => {
  answer(someone('A', 'one', 'risk', 'auditor'))
  await followMe()
  expect(currentSession()).toMatchObject({ is: 'in', me: { roles: ['risk', 'auditor'] } })
})

it.each([
  ['ended', () => setSession({ is: 'lost', me: someone('A', 'one') }), 'lost', 'one'],
  ['began anew', () => setSession({ is: 'in', me: someone('A', 'two') }), 'in', 'two'],
] as const)('a session that %s meanwhile stays as it is', async (_, meanwhile, is, csrfToken) => {
  answer(someone('A', 'one', 'risk'), meanwhile)
  await followMe()
  expect(currentSession()).toMatchObject({ is, me: { csrfToken } })
})

it('who else is signed in by now is not worked as', async () => {
  answer(someone('B', 'two', 'risk'))
  await followMe()
  expect(currentSession()).toMatchObject({ is: 'in', me: { id: 'A' } })
})

it('a sign-out that fails is said, and made up for by the next page that starts', async () => {
  const asked: string[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const server = (isThere: boolean) =>
    vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
      if (!isThere) throw new TypeError('no line')
      asked.push(`${url.slice('/operator/api/'.length)} ${headers['X-CSRF-Token'] ?? ''}`.trim())
      if (url.endsWith('signout')) await ended
      return new Response(JSON.stringify({ code: 200, message: '', data: someone('A', 'two') }))
    })
  vi.stubGlobal('location', { hash: '#/withdrawals' })
  server(false)
  await signOut()
  expect(currentSession()).toEqual({ is: 'out' })
  expect(error).toHaveBeenCalledWith('signOut.failed')
  server(true)
  await startSession()
  expect(asked).toEqual(['hello', 'me', 'signout two'])
  // The page is shown before the session has ended.
  expect(currentSession()).toEqual({ is: 'out' })
  end()
  await vi.waitFor(() => expect(deviceStorage.getItem('etld.operator.left')).toBeNull())
  await startSession()
  expect(currentSession()).toMatchObject({ is: 'in' })
})
