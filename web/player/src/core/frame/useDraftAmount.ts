import { tabStorage } from '@kit/kept/storage'
import { useState } from 'react'
import type { Decimal } from '@kit/amount/format'
import { parseAmount } from '@kit/amount/parse'
import { currentLanguage } from '@kit/i18n/text'
import { useSession } from '../session/store'

const prefix = 'etld.draft.'

/** An amount that is being entered: who looks at another screen and comes back, or reloads, finds it again. Another name has another amount. */
export function useDraftAmount(name: string, decimalsMax?: number) {
  const key = `${prefix}${useSession((state) => state.userId ?? '')} ${name}`
  const [entered, setEntered] = useState(() => readDraft(key, decimalsMax))
  const current = entered.key === key ? entered : readDraft(key, decimalsMax)
  if (current !== entered) setEntered(current)
  const write = (typed: string, amount: Decimal | null) => {
    if (typed === '') tabStorage.removeItem(key)
    else tabStorage.setItem(key, typed)
    setEntered({ key, typed, amount })
  }
  return {
    typed: current.typed,
    amount: current.amount,
    write,
    /** Empties it after what it was for, unless something else was entered meanwhile. */
    finish: () => {
      if (tabStorage.getItem(key) === current.typed) write('', null)
    },
  }
}

function readDraft(key: string, decimalsMax: number | undefined): { key: string; typed: string; amount: Decimal | null } {
  const typed = tabStorage.getItem(key) ?? ''
  const parsed = parseAmount(typed, currentLanguage(), decimalsMax)
  return { key, typed, amount: parsed.ok ? parsed.value : null }
}
