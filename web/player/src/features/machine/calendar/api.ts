import type { Data } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'
import { call } from '@core/session/api'
import { changeAnswers } from '@core/session/cache'

/** A month of income, of all machines or of one. */
export type Month = Data<'/api/miner/calendar'>
export type CalendarDay = Month['days'][number]
export type CalendarLine = CalendarDay['lines'][number]

/** What a month brought and will bring; the present one where none is named. */
export const useMonth = (month: string | null, machine: string | null) =>
  useAnswer('/api/miner/calendar', { ...(month === null ? {} : { month }), ...(machine === null ? {} : { minerNo: machine }) })

/** What a machine's income is added up by. */
export const periods = ['day', 'month', 'year'] as const
export type Period = (typeof periods)[number]

export type MachineStatement = Data<'/api/miner/statement'>

/** What a machine was paid; of one year where one is named. */
export const useMachineStatement = (machine: string, by: Period, year: string | null) =>
  useAnswer('/api/miner/statement', { minerNo: machine, by, ...(year === null ? {} : { year: Number(year) }) })

export type CalendarLink = Data<'/api/miner/calendarLink'>

/** Whether calendar programs may read what is coming. */
export const useCalendarLink = (isWanted: boolean) => useAnswer('/api/miner/calendarLink', {}, { enabled: isWanted })

function noteLink(link: CalendarLink): void {
  changeAnswers('/api/miner/calendarLink', () => link)
}

/** Makes a new secret link, which ends the one before, and says it once. */
export async function makeLink(withAmounts: boolean): Promise<string> {
  const { url, ...link } = await call('/api/miner/makeCalendarLink', { withAmounts })
  noteLink(link)
  return new URL(url, location.origin).href
}

/** Ends the link. */
export async function endLink(): Promise<void> {
  noteLink(await call('/api/miner/endCalendarLink', {}))
}
