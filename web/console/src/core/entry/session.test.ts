import { beforeEach, expect, it, vi } from 'vitest'
import { currentSession, setSession } from '../session/store'
import type { Me } from '../contract/contract'

vi.mock('@kit/ui/toast', () => ({ toast: { error: vi.fn() } }))
vi.mock('@kit/i18n/text', () => ({ text: () => '', currentLanguage: () => 'en' }))
const { followMe } = await import('./session')

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
