import { expect, it, vi } from 'vitest'

vi.mock('virtual:call-forms', () => ({ forms: {} }))
const { decidePausing } = await import('./decidePausing')

it.each([
  ['running', 'machines/pause'],
  ['dug_out', 'machines/pause'],
  ['paused', 'machines/resume'],
  ['cooling', undefined],
  ['exited', undefined],
])('of a machine that is %s: %s', (state, path) => {
  const act = decidePausing({ minerNo: 'M1', state })
  expect(act?.path).toBe(path)
  if (act) expect(act.given).toEqual({ minerNo: 'M1' })
})
