import { useExplorer } from '@core/frame/useExplorer'
import { useRound } from '@core/rounds/api'
import type { RoundAnswer } from '@core/rounds/contract'
import { isOver, lackOf } from '@core/rounds/decideRounds'
import { exportOf } from '@core/rounds/lookUp'
import type { EntryReceipt } from '@core/rounds/receipts'
import { useReceipts } from '@core/rounds/useReceipts'
import { useFigures } from '@kit/amount/useFigures'
import { commitmentOf } from '@kit/game/commitment'
import { winOf } from '@kit/game/prizes'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { CopyButton } from '@kit/ui/CopyButton'
import { Disclosure } from '@kit/ui/Disclosure'
import { AmountFact, Fact, Facts, TimeFact } from '@kit/ui/Facts'
import { Skeletons } from '@kit/ui/Loading'
import { Sheet } from '@kit/ui/Sheet'
import { Time } from '@kit/ui/Time'
import { TxLine } from '@kit/ui/TxLine'
import { download } from '@kit/ui/download'
import { useState } from 'react'
import { Board } from './Board'
import { StateChip } from './StateChip'
import { Lacking, Verification } from './Verification'

/** One round: what it held, what proves it, and the file to verify it with elsewhere. */
export function RoundSheet({ period, onClose }: { period: string; onClose: () => void }) {
  const t = useText('game')
  const round = useRound(period)
  const { data } = round
  const receipt = useReceipts().receipts.find((one) => one.period === period)
  const lack = receipt ? lackOf(period, round) : null

  function save() {
    download(`${period}.json`, new Blob([`${JSON.stringify(exportOf(data, receipt), null, 2)}\n`], { type: 'application/json' }))
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('round', { period })}
      footer={
        <Button wide disabled={lack === null && !(data && isOver(data))} onClick={save}>
          {t('sheet.export')}
        </Button>
      }
    >
      <div className="flex min-h-[80dvh] flex-col gap-4">
        {lack && <Lacking period={period} lack={lack} />}
        <Answer
          of={round}
          waiting={<Skeletons heights={['150px', '120px', '320px']} className="flex flex-col gap-4" />}
          missing={lack ? <></> : t('sheet.missing')}
        >
          {(shown) => <Contents period={period} round={shown} receipt={receipt} />}
        </Answer>
      </div>
    </Sheet>
  )
}

function Contents({ period, round, receipt }: { period: string; round: RoundAnswer; receipt: EntryReceipt | undefined }) {
  const t = useText('game')
  const { figure, owned } = useFigures()
  const { entries, board, mine } = round
  // What is known not to fit comes before what it is about.
  const outcome = receipt?.outcome
  const isKnownToFail = outcome !== undefined && outcome !== 'ok' && outcome !== 'unread'
  const sum = (amounts: number[]) => String(amounts.reduce((total, amount) => total + amount, 0))
  return (
    <>
      {isKnownToFail && <Verification period={period} round={round} receipt={receipt} />}
      {round.state === 'drawn' && <Board board={board} mine={mine?.box} />}
      {entries.length === 0 && !(receipt && isOver(round)) && <p className="text-15 text-muted">{t(isOver(round) ? 'past.nobody' : 'sheet.early')}</p>}
      <Facts framed>
        <Fact name={t('sheet.state')}>
          <StateChip state={round.state} />
        </Fact>
        {round.reason !== '' && <Fact name={t('sheet.reason')}>{t(`reason.${round.reason}`)}</Fact>}
        {mine && <Fact name={t('sheet.mine')}>{t('joined.with', { box: mine.box, amount: owned(String(mine.amount), 'GP') })}</Fact>}
        {mine && round.state === 'drawn' && <AmountFact name={t('record.win')} value={String(mine.win)} currency="GP" strong own />}
        <TimeFact name={t('sheet.lock')} at={round.lockAt} as="second" />
        <Fact name={t('sheet.entries')}>{figure(String(entries.length))}</Fact>
        <AmountFact name={t('sheet.stakes')} value={sum(entries.map(({ amount }) => amount))} currency="GP" />
        {round.state === 'drawn' && <AmountFact name={t('sheet.prizes')} value={sum(entries.map((entry) => winOf(board, entry)))} currency="GP" />}
        <Fact name={t('sheet.beacon')}>{figure(String(round.beaconRound))}</Fact>
      </Facts>
      {!isKnownToFail && <Verification period={period} round={round} receipt={receipt} />}
      <Evidence round={round} />
      {entries.length > 0 && (
        <Disclosure title={t('sheet.list', { count: entries.length })}>
          <EntryList entries={entries} board={board} mine={mine?.entryNo} />
        </Disclosure>
      )}
    </>
  )
}

/** What stands on the chain about the round, to be looked up by everybody. */
function Evidence({ round }: { round: RoundAnswer }) {
  const t = useText('game')
  const explorer = useExplorer()
  if (!round.anchor) return null
  const commitment = commitmentOf(round.period, round.root, round.beaconRound)
  return (
    <section aria-label={t('sheet.anchor')} className="flex flex-col gap-2">
      <h3 className="text-15 font-semibold">{t('sheet.anchor')}</h3>
      <p className="text-13 text-muted">
        {t('sheet.anchorText')} <Time at={round.anchor.blockTime} as="second" />
      </p>
      <TxLine hash={round.anchor.txHash} link={explorer('tx', round.anchor.txHash)} />
      <div className="flex items-center gap-1 rounded-field bg-sunk pl-3">
        <code className="min-w-0 flex-1 py-2 text-13 break-all" translate="no">
          {commitment}
        </code>
        <CopyButton value={commitment} what={t('sheet.anchorData')} />
      </div>
    </section>
  )
}

const pageSize = 50

interface EntryListProps {
  entries: RoundAnswer['entries']
  board: RoundAnswer['board']
  /** The number of the player's own entry. */
  mine: number | undefined
}

/** Every entry of a round, as it was hashed: number, box, amount, and what it won. Nobody is named. */
function EntryList({ entries, board, mine }: EntryListProps) {
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
