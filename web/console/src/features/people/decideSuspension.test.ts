import { expect, it, vi } from 'vitest'

vi.mock('virtual:call-forms', () => ({ forms: {} }))
const { decideSuspension } = await import('./decideSuspension')

it('an account that is suspended can be suspended for longer too', () => {
  const paths = (isSuspended: boolean) => decideSuspension('u1', isSuspended).map(({ path, given }) => [path, given])
  expect(paths(false)).toEqual([['users/suspend', { userId: 'u1' }]])
  expect(paths(true)).toEqual([
    ['users/restore', { userId: 'u1' }],
    ['users/suspend', { userId: 'u1' }],
  ])
})
