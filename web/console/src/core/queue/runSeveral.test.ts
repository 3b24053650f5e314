import { expect, it, vi } from 'vitest'
import { ApiError } from '@kit/api/faults'

vi.mock('@kit/ui/toast', () => ({ toast: { error: vi.fn() } }))
vi.mock('@kit/i18n/text', () => ({ text: (_: string, key: string) => key, currentLanguage: () => 'en' }))
const { runSeveral } = await import('./runSeveral')

/** Does it with the rows a, b and c, of which b has a fault; what was done, and what is said of each. */
async function run(fault: unknown, leftAfter = 3, barOf?: (row: string) => string | null) {
  const done: string[] = []
  const act = async (row: string) => {
    if (row === 'b' && fault !== null) throw fault
    done.push(row)
  }
  const results = await runSeveral(
    ['a', 'b', 'c'],
    { act, ...(barOf ? { barOf } : {}) },
    { unsigned: 'no', isLeft: () => done.length >= leftAfter, onResult: () => undefined },
  )
  return [done.join(''), results.map(({ problem }) => problem)]
}

it.each([
  ['all of them', null, 3, ['abc', [null, null, null]]],
  ['all but the one that is refused', new ApiError('me', 1506, 'refused', {}), 3, ['ac', [null, 'refused', null]]],
  ['none after a no in the wallet', { code: 4001 }, 3, ['a', [null, 'no']]],
  ['none once nobody is signed in', new ApiError('me', 1001, 'out', {}), 3, ['a', [null, 'out']]],
  ['none once the screen was left', null, 1, ['a', [null]]],
])('does %s', async (_, fault, leftAfter, want) => expect(await run(fault, leftAfter)).toEqual(want))

it('leaves out what cannot be done, and says why', async () => {
  expect(await run(null, 3, (row) => (row === 'b' ? 'closed' : null))).toEqual(['ac', [null, 'closed', null]])
})
