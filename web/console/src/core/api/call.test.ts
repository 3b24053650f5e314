import { beforeEach, expect, it, vi } from 'vitest'
import { setSession, currentSession } from '../session/store'
import type { Me } from '../contract/contract'

const error = vi.hoisted(() => vi.fn())
vi.mock('@kit/ui/toast', () => ({ toast: { error } }))
vi.mock('@kit/i18n/text', () => ({ text: () => '', currentLanguage: () => 'en' }))
const { call } = await import('./call')

const someone = (id: string) => ({ id, csrfToken: id }) as Me

/** Lets the server refuse with a code, while somebody comes to work on the page before its answer. */
function refuse(code: number, then: () => void): void {
  vi.stubGlobal('fetch', async () => {
    then()
    return new Response(JSON.stringify({ code, message: 'no', data: {} }))
  })
}

beforeEach(() => {
  error.mockReset()
  setSession({ is: 'in', me: someone('A') })
})

it.each([1005, 1001, 2002])('a refusal by %i that comes when somebody else works here is told to nobody and ends no session', async (code) => {
  refuse(code, () => setSession({ is: 'in', me: someone('B') }))
  await expect(call('me', {})).rejects.toMatchObject({ code })
  expect(error).not.toHaveBeenCalled()
  expect(currentSession()).toMatchObject({ is: 'in', me: { id: 'B' } })
})

it('a refusal is told to its own person, and 1001 ends the session', async () => {
  refuse(1005, () => undefined)
  await expect(call('me', {})).rejects.toMatchObject({ code: 1005 })
  expect(error).toHaveBeenCalledWith('no')
  refuse(1001, () => undefined)
  await expect(call('me', {})).rejects.toMatchObject({ code: 1001 })
  expect(currentSession()).toMatchObject({ is: 'lost', me: { id: 'A' } })
})
