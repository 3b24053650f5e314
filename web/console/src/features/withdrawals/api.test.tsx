import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Withdrawal } from './contract'

const useAnswer = vi.hoisted(() => vi.fn())
vi.mock('@console/api/useAnswer', () => ({ useAnswer }))
vi.mock('@console/api/call', () => ({ call: vi.fn() }))
vi.mock('@console/rows/useRows', () => ({ useRows: vi.fn() }))
const { useReviews } = await import('./api')

it('the reviews of a queue that changes by itself are asked for in the background, so that they keep no session alive', () => {
  const Shown = () => void useReviews([{ proposalId: 'p1' }, { proposalId: '' }, { proposalId: 'p1' }] as Withdrawal[])
  renderToString(<Shown />)
  expect(useAnswer).toHaveBeenCalledExactlyOnceWith('proposals/list', { ids: ['p1'], size: 50 }, expect.objectContaining({ isBackground: true, isOff: false }))
})
