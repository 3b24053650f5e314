import { useState } from 'react'
import type { Decimal } from '@kit/amount/format'
import { parseAmount } from '@kit/amount/parse'
import { currentLanguage } from '@kit/i18n/text'
import { useSession } from '../session/store'

/** What was typed into the fields of screens that were left, by person and field. A reload forgets it. */
const drafts = new Map<string, string>()

/** An amount that is being entered: who looks at another screen and comes back finds it again. */
export function useDraftAmount(name: string, decimalsMax?: number) {
  const key = `${useSession((state) => state.userInfo?.id ?? '')} ${name}`
  const [entered, setEntered] = useState(() => {
    const typed = drafts.get(key) ?? ''
    const parsed = parseAmount(typed, currentLanguage(), decimalsMax)
    return { typed, amount: parsed.ok ? parsed.value : null }
  })
  return {
    ...entered,
    write: (typed: string, amount: Decimal | null) => {
      if (typed === '') drafts.delete(key)
      else drafts.set(key, typed)
      setEntered({ typed, amount })
    },
  }
}
