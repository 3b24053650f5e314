import type { Data } from '@kit/api/contract'
import { useAnswer } from '@core/queries/useAnswer'
import { call } from '@core/session/api'

export type Erasure = Data<'/api/user/erasure'>

/** Whether the person's data can be erased now, and when it was last. */
export const useErasure = () => useAnswer('/api/user/erasure', {})

/** Everything the platform holds about the person. */
export function exportData(): Promise<Data<'/api/user/exportData'>> {
  return call('/api/user/exportData')
}

/** Erases what may be erased; every session ends with it. */
export function eraseData(signed: { message: string; signature: string }): Promise<Data<'/api/user/eraseData'>> {
  return call('/api/user/eraseData', signed)
}
