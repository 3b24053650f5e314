import { toUnits } from '@kit/amount/compare'
import type { Row } from '@kit/api/contract'
import { cutOffOf, faultOfStatement, rowOf, type Statement } from '@kit/dividend/statement'
import type { Divided } from '../decideChecks'

type StatementRow = Statement['rows'][number]
type Asked = Pick<Statement, 'month' | 'level'>

/** What is known of a statement beside it. */
interface Known {
  /** The rows that the platform names as the user's. */
  told: readonly StatementRow[]
  /** What it must hold by the list of the user's nodes. */
  due: readonly Omit<StatementRow, 'amount'>[]
  /** The hash that this device saw first. */
  seen: string | null
}

/** What a month's statement of a level must hold by the list of the user's nodes: each that was active at the cut-off, with its days. */
export function rowsDue(nodes: readonly Pick<Row<'/api/node/mine'>, 'nodeNo' | 'level' | 'activeAt'>[], month: string, level: Statement['level']) {
  const cutOff = cutOffOf(month)
  return nodes.flatMap((node) => {
    const row = node.level === level && node.activeAt !== null && cutOff !== null ? rowOf(node.nodeNo, node.activeAt, cutOff) : null
    return row === null ? [] : [row]
  })
}

/** Holds a statement to what was asked for, to itself, to the user's nodes, and to the hash that this device saw first. Null stands for one that there is not. */
export function dividedBy({ month, level }: Asked, statement: Statement | null, { told, due, seen }: Known): Divided {
  const reason = statement === null ? 'left_out' : reasonOf({ month, level }, statement, { told, due, seen })
  return { month, level, verdict: reason === null ? { kind: 'unread' } : { kind: 'differs', reason } }
}

function reasonOf({ month, level }: Asked, statement: Statement, { told, due, seen }: Known) {
  const isHeld = ({ node, weight }: Omit<StatementRow, 'amount'>, amount?: string) =>
    statement.rows.some((row) => row.node === node && row.weight === weight && (amount === undefined || toUnits(row.amount) === toUnits(amount)))
  const isAsked = statement.month === month && statement.level === level
  const fault = isAsked ? faultOfStatement(statement) : 'times'
  if (fault !== null) return fault
  if (seen !== statement.hash) return 'second'
  return told.every((row) => isHeld(row, row.amount)) && due.every((row) => isHeld(row)) ? null : 'left_out'
}

/** Holds what each month carried to what the next one opens with, where both are there. */
export function withOpenings(list: readonly { statement: Statement | null; divided: Divided }[]): Divided[] {
  const carried = new Map(list.map(({ statement, divided: { month, level } }) => [`${level} ${cutOffOf(month)}`, statement?.carried]))
  return list.map(({ statement, divided }) => {
    const before = statement && carried.get(`${divided.level} ${cutOffOf(divided.month, 1)}`)
    const doesFollow = before === null || before === undefined || toUnits(before) === toUnits(statement?.opening ?? '')
    return doesFollow || divided.verdict.kind === 'differs' ? divided : { ...divided, verdict: { kind: 'differs', reason: 'carried' } }
  })
}
