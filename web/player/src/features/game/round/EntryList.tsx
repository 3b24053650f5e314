import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { winOf } from '@kit/game/prizes'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import type { RoundAnswer } from '@core/rounds/contract'

const pageSize = 50

interface EntryListProps {
  entries: RoundAnswer['entries']
  board: RoundAnswer['board']
  /** The number of the player's own entry. */
  mine: number | undefined
}

/** Every entry of a round, as it was hashed: number, box, amount, and what it won. Nobody is named. */
export function EntryList({ entries, board, mine }: EntryListProps) {
  const t = useText('game')
  const common = useText('common')
  const [shown, setShown] = useState(pageSize)
  return (
    <>
      <table className="w-full text-15">
        <thead className="text-13 text-muted">
          <tr>
            {(['no', 'box', 'amount', 'win'] as const).map((column) => (
              <th key={column} scope="col" className="pb-1 text-right font-normal first:text-left">
                {t(`list.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="fig divide-y divide-line">
          {entries.slice(0, shown).map((entry) => (
            <tr key={entry.entryNo} className={entry.entryNo === mine ? 'font-semibold text-brass-ink' : ''}>
              <td className="py-1.5 text-left">{entry.entryNo}</td>
              <td className="py-1.5 text-right">{entry.box}</td>
              <td className="py-1.5 text-right">
                <Amount value={String(entry.amount)} currency="GP" bare />
              </td>
              <td className="py-1.5 text-right">
                <Amount value={String(winOf(board, entry))} currency="GP" bare />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length > shown && (
        <Button kind="quiet" size="small" wide onClick={() => setShown(shown + pageSize)}>
          {common('readMore')}
        </Button>
      )}
    </>
  )
}
