import { expect, it } from 'vitest'
import { lookFirst } from './decideLook'

it('what fails, is behind or has parked something comes first', () => {
  const well = { isBehind: false, failures: 0, parked: 0 }
  const rows = [
    { job: 'a', ...well },
    { job: 'b', ...well, parked: 1 },
    { job: 'c', ...well, isBehind: true },
    { job: 'd', ...well },
    { job: 'e', ...well, failures: 2 },
  ]
  expect(lookFirst(rows).map(({ job }) => job)).toEqual(['b', 'c', 'e', 'a', 'd'])
})
