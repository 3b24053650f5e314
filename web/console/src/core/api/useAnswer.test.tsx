import { renderToString } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'

interface Asked {
  queryKey: readonly unknown[]
  queryFn: (context: object) => Promise<unknown>
}

const asked = vi.hoisted((): Asked[] => [])
vi.mock('@tanstack/react-query', async (original) => ({ ...(await original<object>()), useQuery: (query: Asked) => (asked.push(query), { isLoading: false }) }))
vi.mock('@kit/ui/toast', () => ({ toast: { error: vi.fn() } }))
vi.mock('@kit/i18n/text', () => ({ text: () => '', currentLanguage: () => 'en', useLanguage: () => 'en' }))
vi.mock('../session/store', async (original) => ({ ...(await original<object>()), useMe: () => ({ id: 'A', roles: [], rolesWaiting: [] }) }))
vi.mock('virtual:call-roles', () => ({ roles: {}, checkers: {} }))
const { answers } = await import('./answers')
const { useAnswer } = await import('./useAnswer')
const { useSold } = await import('../words/useSold')

/** Whether the newest question says that the page asks it by itself. */
async function isBackground(use: () => unknown): Promise<boolean> {
  const Shown = () => void use()
  renderToString(<Shown />)
  let sent: object = {}
  vi.stubGlobal('fetch', async (...[, { headers }]: [string, { headers: object }]) => {
    sent = headers
    return new Response(JSON.stringify({ code: 200, message: '', data: {} }))
  })
  await asked.at(-1)?.queryFn({})
  return 'X-Background' in sent
}

beforeEach(() => answers.clear())

it('what follows from a list that changes by itself keeps no session alive', async () => {
  expect(await isBackground(() => useSold([{ kind: 'goods', id: 'fan' }]))).toBe(true)
})

it('what is asked for the first time was pressed for; what is asked again, answered or refused, was not', async () => {
  const ask = () => isBackground(() => useAnswer('me', {}))
  expect(await ask()).toBe(false)
  const key = asked.at(-1)?.queryKey ?? []
  await answers.fetchQuery({ queryKey: key, queryFn: () => Promise.reject(new Error('no')), retry: false }).catch(() => undefined)
  expect(await ask()).toBe(true)
  answers.clear()
  answers.setQueryData(key, {})
  expect(await ask()).toBe(true)
})
