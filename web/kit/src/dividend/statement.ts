import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import { toUnits } from '../amount/compare'
import type { Data } from '../api/contract'
import { hourMs } from '../time/days'

/** How a pool of a month was divided, as `/api/node/statement` answers it. */
export type Statement = Data<'/api/node/statement'>

/** What does not fit; the first that is met is named. */
export type StatementFault = 'format' | 'times' | 'rows' | 'sums' | 'amounts' | 'hash'

const format = 'etld dividend 1'
const windowDays = 30

/** When a month, or so many before it, ended; null where it is none. The platform's months end at its midnight, eight hours before that of UTC. */
export function cutOffOf(month: string, before = 0): number | null {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - before) - 8 * hourMs : null
}

/** The row of a node at a cut-off, but for its amount: the hash of its number, and its whole days of the last thirty; null where it was not active then. */
export function rowOf(nodeNo: string, activeAt: string, cutOffMs: number): { node: string; weight: number } | null {
  // The server's times are finer than this clock: what is begun of a millisecond counts as over, which leaves whole days as they are.
  const activeMs = Date.parse(activeAt) + (/\.\d{3}\d*[1-9]/.test(activeAt) ? 1 : 0)
  if (!(activeMs <= cutOffMs)) return null
  return { node: bytesToHex(sha256(utf8ToBytes(`etld node ${nodeNo}`))), weight: Math.min(windowDays, Math.floor((cutOffMs - activeMs) / (24 * hourMs))) }
}

/** Recomputes a statement from its pool, its floor and its rows' weights, as `etld verify dividend` does; null says that it fits. */
export function faultOfStatement(statement: Statement): StatementFault | null {
  try {
    return faultIn(statement)
  } catch {
    return 'format'
  }
}

function faultIn(statement: Statement): StatementFault | null {
  const { month, rows } = statement
  const end = cutOffOf(month)
  if (statement.format !== format || end === null) return 'format'
  // It pays at noon.
  if (Date.parse(statement.cutOff) !== end || Date.parse(statement.paidAt) !== end + 12 * hourMs) return 'times'
  const isPlaced = rows.every(({ node }, place) => place === 0 || (rows[place - 1]?.node ?? '') < node)
  if (!isPlaced || rows.some(({ weight }) => !Number.isInteger(weight) || weight < 0 || weight > windowDays)) return 'rows'
  const begins = [statement.newPurchases, statement.repurchases, statement.opening, statement.shares, statement.funded]
  if (begins.some((amount) => toUnits(amount) < 0n) || statement.floorNodes < 0) return 'sums'
  const pool = toUnits(statement.opening) + toUnits(statement.shares) + toUnits(statement.funded)
  const weights = rows.reduce((sum, { weight }) => sum + weight, 0)
  const base = Math.max(weights, windowDays * statement.floorNodes)
  const partOf = (weight: number) => (base > 0 ? (pool * BigInt(weight)) / BigInt(base) : 0n)
  const divided = partOf(weights)
  const carried = rows.reduce((rest, { weight }) => rest - partOf(weight), divided)
  const doFit =
    toUnits(statement.pool) === pool &&
    statement.weights === weights &&
    statement.base === base &&
    toUnits(statement.divided) === divided &&
    toUnits(statement.toInterestPool) === pool - divided &&
    toUnits(statement.carried) === carried
  if (!doFit) return 'sums'
  if (rows.some(({ weight, amount }) => toUnits(amount) !== partOf(weight))) return 'amounts'
  return hashOfStatement(statement) === statement.hash ? null : 'hash'
}

/** SHA-256 over the statement as JSON, its fields in their order, without spaces and with an empty hash. */
export function hashOfStatement(statement: Statement): string {
  const { format: name, month, level, cutOff, paidAt, newPurchases, repurchases, opening, shares, funded, pool, floorNodes, weights, base } = statement
  const { divided, toInterestPool, carried } = statement
  const rows = statement.rows.map(({ node, weight, amount }) => ({ node, weight, amount }))
  const before = { format: name, month, level, cutOff, paidAt, newPurchases, repurchases, opening, shares, funded, pool, floorNodes, weights, base }
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify({ ...before, divided, toInterestPool, carried, rows, hash: '' }))))
}
