import { expect, it, vi } from 'vitest'
import type { Me } from '../contract/contract'

vi.mock('virtual:call-roles', () => ({ roles: {}, checkers: {} }))
const { rolesToLookAt } = await import('./roles')

it('everybody looks at roles that wait until somebody objects', () => {
  const row = (staffId: string, objectedBy: string) => ({ staffId, objectedBy }) as Me['rolesWaiting'][number]
  expect(rolesToLookAt({ rolesWaiting: [row('a', ''), row('b', 'c')] }).map(({ staffId }) => staffId)).toEqual(['a'])
})
