import { Box } from '@kit/art/Box'
import { OpenBox } from '@kit/art/OpenBox'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { hueOf } from './BoxChoice'
import { delayed } from './delayed'
import { multipleOf, turnOf } from '../decideGame'

const boxes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** One lid goes up so long after the other. */
const turnMs = 130

interface BoardProps {
  /** What each box held, in tenths; empty while they are shut. */
  board: readonly number[]
  /** The player's own box. */
  mine?: number | undefined
  /** The lids go up now. */
  isOpening?: boolean
}

/** The ten boxes after the lock, shut or open: what each held, and which is the player's. */
export function Board({ board, mine, isOpening }: BoardProps) {
  const t = useText('game')
  return (
    <ol
      aria-label={t(board.length > 0 ? 'board' : 'board.shut')}
      className={`grid grid-cols-[repeat(auto-fill,minmax(max(2.75rem,(100%_-_32px)/5),1fr))] gap-2 ${isOpening ? 'opening' : ''}`}
    >
      {boxes.map((box) => (
        <Place key={box} box={box} tenths={board[box - 1] ?? null} isMine={box === mine} turn={turnOf(box, mine)} />
      ))}
    </ol>
  )
}

function Place({ box, tenths, isMine, turn }: { box: number; tenths: number | null; isMine: boolean; turn: number }) {
  const t = useText('game')
  const { figure } = useFigures()
  const isPrize = tenths !== null && tenths > 0
  const prize = isPrize ? `×${figure(multipleOf(tenths), { decimalsMin: 1 })}` : tenths === 0 ? t('empty') : t('shut')
  return (
    <li
      style={delayed(turn * turnMs)}
      aria-label={t(isMine ? 'board.mine' : 'board.box', { box, prize })}
      className={`relative flex flex-col items-center rounded-field border px-1 pt-5 pb-1 ${isMine ? 'border-[var(--brass)] bg-raised shadow-[inset_0_0_0_1px_var(--brass)]' : 'border-line bg-sunk'}`}
    >
      {isMine && isPrize && (
        <span
          aria-hidden
          className="won-rays pointer-events-none absolute inset-0 rounded-field bg-[radial-gradient(circle_at_50%_35%,color-mix(in_oklab,var(--brass)_45%,transparent),transparent_70%)]"
        />
      )}
      <span aria-hidden className="relative h-11 w-full max-w-14">
        {tenths === null ? <Box hue={hueOf(box)} /> : <OpenBox hue={hueOf(box)} isFull={isPrize} />}
      </span>
      <span aria-hidden className="fig absolute top-0.5 left-1.5 text-11 leading-4 text-muted">
        {box}
      </span>
      {/* Another one than that of the shut box, so that it comes with its own lid. */}
      <span
        key={String(tenths === null)}
        aria-hidden
        className={`fig box-prize relative text-13 leading-6 ${isPrize ? 'font-semibold text-brass-ink' : 'text-muted'}`}
      >
        {tenths === null ? '\u00a0' : prize}
      </span>
    </li>
  )
}
