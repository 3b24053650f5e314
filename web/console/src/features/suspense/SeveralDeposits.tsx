import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { wordsOf } from '@console/decide/approve'
import { Several } from '@console/queue/Several'
import { announce } from './api'
import type { Deposit } from './contract'
import { FindPerson } from './FindPerson'

/** Several deposits at once, announced for one person. */
export function SeveralDeposits({ rows, onKept }: { rows: readonly Deposit[]; onKept: (transferIds: string[]) => void }) {
  const t = useText('console-waiting')
  const [chosen, setChosen] = useState('')

  async function announceOne(row: Deposit): Promise<string | null> {
    try {
      await announce(row, chosen)
      return null
    } catch (fault) {
      return wordsOf(fault)
    }
  }

  return (
    <Several
      rows={rows}
      keyOf={({ transferId }) => transferId}
      nameOf={({ txHash }) => txHash}
      done={t('suspense.several.done')}
      acts={[{ name: t('suspense.several.announce'), problem: chosen === '' ? t('suspense.several.nobody') : null, act: announceOne }]}
      onKept={onKept}
    >
      <FindPerson chosen={chosen} onChoose={setChosen} />
    </Several>
  )
}
