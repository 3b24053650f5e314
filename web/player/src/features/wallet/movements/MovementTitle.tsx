import type { Movement } from '@kit/api/contract'
import { useMovementName } from './useMovementName'

/** What a movement is called. */
export function MovementTitle({ movement }: { movement: Pick<Movement, 'type' | 'subType'> }) {
  return <>{useMovementName()(movement)}</>
}
