import type { Tone } from '@kit/ui/StatusChip'
import type { MyNode, NodeState } from '../contract'

/** The parts of the page of nodes in their order: who owns nodes comes for these, anybody else for the levels on sale. */
export function partsOf(owned: number): readonly ('mine' | 'levels')[] {
  return owned > 0 ? ['mine', 'levels'] : ['levels', 'mine']
}

/** The colour of each; it never stands alone, its word is beside it. */
export const tones: Record<NodeState, Tone> = { payment: 'brass', cooling: 'brass', active: 'gain', cancelled: 'muted', expired: 'muted' }

/** The moment that matters to a node's owner. */
type NodeDeadline = { kind: 'payment' } | { kind: 'cooling' | 'active' | 'ended'; at: string } | { kind: 'none' }

export function decideDeadline(node: Pick<MyNode, 'state' | 'coolingEndAt' | 'activeAt' | 'endedAt'>): NodeDeadline {
  if (node.state === 'payment') return { kind: 'payment' }
  if (node.state === 'cooling') return node.coolingEndAt ? { kind: 'cooling', at: node.coolingEndAt } : { kind: 'none' }
  if (node.state === 'active') return node.activeAt ? { kind: 'active', at: node.activeAt } : { kind: 'none' }
  return node.endedAt ? { kind: 'ended', at: node.endedAt } : { kind: 'none' }
}

/** What a user can do with a node, in the order in which the buttons stand. */
const actionKinds = ['pay', 'start_now', 'cancel'] as const
export type NodeActionKind = (typeof actionKinds)[number]

/** What can be done now: what the server allows, and going on with an open payment. */
export function actionsOf(node: Pick<MyNode, 'actions' | 'intentNo'>): NodeActionKind[] {
  return actionKinds.filter((action) => (action === 'pay' ? node.intentNo !== '' : node.actions.some((allowed) => allowed === action)))
}
