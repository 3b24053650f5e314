import type { Data } from '@kit/api/contract'
import { call } from '../session/api'

// Before the first round: what is asked for are keys and addresses, and no rounds.
const dayWithoutRounds = '2020-01-01'

/** What the platform publishes of its keys and addresses. */
export function askPublished(): Promise<Data<'/api/open/gameChain'>> {
  return call('/api/open/gameChain', { date: dayWithoutRounds }, { hideToast: true })
}
