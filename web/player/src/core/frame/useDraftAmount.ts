import { tabStorage } from '@kit/kept/storage'
import { useState } from 'react'
import type { Decimal } from '@kit/amount/format'
import { parseAmount } from '@kit/amount/parse'
import { currentLanguage } from '@kit/i18n/text'
import { useSession } from '../session/store'

const prefix = 'etld.draft.'

/** An amount that is being entered: who looks at another screen and comes back, or reloads, finds it again. One that was `given` comes first. */
export function useDraftAmount(name: string, decimalsMax?: number, given?: string) {
  const key = `${prefix}${useSession((state) => state.userId ?? '')} ${name}`
  const [entered, setEntered] = useState(() => {
    const typed = given ?? tabStorage.getItem(key) ?? ''
    const parsed = parseAmount(typed, currentLanguage(), decimalsMax)
    return { typed, amount: parsed.ok ? parsed.value : null }
  })
  return {
    ...entered,
    write: (typed: string, amount: Decimal | null) => {
      if (typed === '') tabStorage.removeItem(key)
      else tabStorage.setItem(key, typed)
      setEntered({ typed, amount })
    },
  }
}
