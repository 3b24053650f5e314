import type { UseQueryResult } from '@tanstack/react-query'
import type { Data } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'

/** A month of income, of all machines or of one. */
export type Month = Data<'/api/miner/calendar'>
export type CalendarDay = Month['days'][number]
export type CalendarLine = CalendarDay['lines'][number]

/** What a month brought and will bring; the present one where none is named. */
export function useMonth(month: string | null, machine: string | null): UseQueryResult<Month> {
  return useAnswer('/api/miner/calendar', { ...(month === null ? {} : { month }), ...(machine === null ? {} : { minerNo: machine }) })
}
