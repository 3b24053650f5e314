import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

const useAnswer = vi.hoisted(() => vi.fn())
vi.mock('@console/api/useAnswer', () => ({ useAnswer }))
vi.mock('@console/api/call', () => ({ call: vi.fn() }))
vi.mock('@console/records/useRecords', () => ({ useRecords: vi.fn() }))
const { useMachinesOf, useNodesOf, useNotes, usePerson, usePlay, useRewardsOf, useTeam } = await import('./api')

it.each([
  ['users/overview', () => usePerson('u')],
  ['users/machines', () => useMachinesOf('u', '')],
  ['users/nodes', () => useNodesOf('u', '')],
  ['users/team', () => useTeam('u')],
  ['rewards/list', () => useRewardsOf('u', '')],
  ['users/notes', () => useNotes('u', '')],
  ['users/play', () => usePlay('u', false)],
])('%s of a person who is looked at is asked for anew', (path, use) => {
  const Shown = () => void use()
  renderToString(<Shown />)
  expect(useAnswer).toHaveBeenLastCalledWith(path, expect.objectContaining({ userId: 'u' }), expect.objectContaining({ everyMs: 20_000 }))
})
