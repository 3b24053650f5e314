import type { Movement } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { decideName } from './decideMovements'

/** What a movement is called: its sub-type where there are words for it, else its type. */
export function MovementTitle({ movement }: { movement: Pick<Movement, 'type' | 'subType'> }) {
  const t = useText('personal')
  const { type, sub } = decideName(movement)
  if (sub) return <>{t(`movements.sub.${sub}`)}</>
  return <>{t(`movements.type.${type}`)}</>
}
