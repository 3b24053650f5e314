import { checkers, roles as rolesOf } from 'virtual:call-roles'
import type { Me, OperatorPath } from '../contract/contract'

/** Every role there is. */
export const roles = ['support', 'finance_maker', 'finance_checker', 'catalogue', 'fulfilment', 'editor', 'risk', 'auditor', 'administrator'] as const
export type Role = (typeof roles)[number]

/** The roles that work already; one that was just given waits. */
export function workingRoles({ roles: given, rolesWaiting, id }: Me): Role[] {
  const waiting = rolesWaiting.filter((row) => row.staffId === id).flatMap((row) => row.roles)
  return roles.filter((role) => given.includes(role) && !waiting.includes(role))
}

/** Roles that were given and to which nobody has objected: any operator can until they work. */
export function rolesToLookAt({ rolesWaiting }: Pick<Me, 'rolesWaiting'>): Me['rolesWaiting'] {
  return rolesWaiting.filter(({ objectedBy }) => objectedBy === '')
}

/** Whether a call is open to whoever is signed in, whatever their roles. */
export const mayAnybody = (path: OperatorPath): boolean => (rolesOf[path] ?? []).length === 0

/** Whether somebody may make a call; the server decides, this only keeps from offering what it would refuse. */
export function mayCall(me: Me, path: OperatorPath): boolean {
  return mayAnybody(path) || workingRoles(me).some((role) => rolesOf[path]?.includes(role))
}

/** The roles that decide a kind of proposal. What the program itself proposes about withdrawals is finance's. */
export function decidersOf(kind: string): Role[] {
  const known = checkers[kind] ?? ['finance_checker']
  return roles.filter((role) => known.includes(role))
}
