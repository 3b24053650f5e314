import type { Data, Params } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'
import { call } from '@core/session/api'

/** What the user waits for the funded bids to bring, and what became of it, the newest first. */
export type Alerts = Data<'/api/trade/alerts'>

/** What the user waits for. */
export const useAlerts = () => useAnswer('/api/trade/alerts', {})

/** Has the user told once the bids would bring an amount. */
export function setAlert(wanted: Params<'/api/trade/setAlert'>): Promise<Alerts> {
  return call('/api/trade/setAlert', wanted)
}

/** Waits for it no more. */
export function endAlert(alertId: string): Promise<Alerts> {
  return call('/api/trade/endAlert', { alertId })
}
