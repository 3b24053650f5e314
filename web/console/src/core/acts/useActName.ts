import type { KeyTail } from '@kit/i18n/catalogues'
import { useText } from '@kit/i18n/text'
import type { Act } from './act'

const made: readonly KeyTail<'console-acts', 'new.'>[] = ['machines/change', 'goods/change', 'roles/change', 'carriers/change']

/** What an act is called on its button. */
export function useActName(): (act: Act) => string {
  const t = useText('console-acts')
  return ({ path, isNew }) => {
    const name = isNew ? made.find((one) => one === path) : undefined
    return name ? t(`new.${name}`) : t(`call.${path}`)
  }
}
