import type { Movement } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { decideName } from './decideMovements'

/** What a movement is called: its sub-type where there are words for it, else its type. */
export function useMovementName(): (movement: Pick<Movement, 'type' | 'subType'>) => string {
  const t = useText('personal')
  return (movement) => {
    const { type, sub } = decideName(movement)
    if (sub) return t(`movements.sub.${sub}`)
    return type ? t(`movements.type.${type}`) : t('movements.typeUnknown')
  }
}
