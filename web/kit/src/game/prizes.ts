/** The ten boxes' prizes in tenths of what was put in, before they are shuffled. */
export const prizes: readonly number[] = [40, 25, 18, 14, 0, 0, 0, 0, 0, 0]

/** What an entry wins on a board. Amounts are multiples of ten, so nothing is rounded. */
export function winOf(board: readonly number[], { box, amount }: { box: number; amount: number }): number {
  return (amount * (board[box - 1] ?? 0)) / 10
}
