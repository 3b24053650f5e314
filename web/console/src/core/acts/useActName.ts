import type { KeyTail } from '@kit/i18n/catalogues'
import { useText } from '@kit/i18n/text'
import type { Act } from './act'

const made: readonly KeyTail<'console-acts', 'new.'>[] = ['machines/change', 'goods/change', 'roles/change']
const undone: readonly KeyTail<'console-acts', 'off.'>[] = ['carriers/change', 'emergency/change', 'news/pin', 'users/platform']

/** What an act is called on its button: one that makes a record, and one that is given a no, have names of their own. */
export function useActName(): (act: Act) => string {
  const t = useText('console-acts')
  return ({ path, given, isNew }) => {
    const fresh = isNew ? made.find((one) => one === path) : undefined
    const off = Object.values(given).includes(false) ? undone.find((one) => one === path) : undefined
    if (off) return t(`off.${off}`)
    return fresh ? t(`new.${fresh}`) : t(`call.${path}`)
  }
}
