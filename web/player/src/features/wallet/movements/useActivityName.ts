import type { Movement } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { useMachineNames } from './api'
import { decideActivity, type Sign } from './decideActivity'
import { decideName } from './decideMovements'

/** What a movement is called in the feed, and its drawing. */
export function useActivityName(): (movement: Movement) => { name: string; sign: Sign } {
  const t = useText('personal-movements')
  const machines = useMachineNames()
  return (movement) => {
    const { deed, machine, sign } = decideActivity(movement, machines)
    const { type, sub } = decideName(movement)
    const plain = sub ? t(`sub.${sub}`) : type ? t(`type.${type}`) : t('typeUnknown')
    if (deed === null) return { name: plain, sign }
    const done = t(`deed.${deed}`)
    if (machine === null) return { name: done, sign }
    const whose = machine === '' ? t('whose.machines') : machine
    return { name: t('whose', { machine: whose, deed: done }), sign }
  }
}
