import { expect, it } from 'vitest'
import { byDay } from './byDay'

const at = (createdAt: string) => ({ createdAt })

it('puts rows under their day of the platform, and one of another time between them ends a day', () => {
  const rows = [at('2026-11-30T16:00:00Z'), at('2026-11-30T15:59:59Z'), at('2026-11-30T02:00:00Z'), at('2026-12-01T01:00:00Z')]
  expect(byDay(rows)).toEqual([
    { day: '2026-12-01', rows: [rows[0]] },
    { day: '2026-11-30', rows: [rows[1], rows[2]] },
    { day: '2026-12-01', rows: [rows[3]] },
  ])
  expect(byDay([])).toEqual([])
})
