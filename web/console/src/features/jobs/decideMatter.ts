import type { OperatorPath } from '@console/contract/contract'

/** Where the matter of a job is looked at and mended: the screen, and the call that whoever sees it may make. */
const matters = {
  brake: ['stops', 'emergency/list'],
  game: ['rounds', 'game/rounds'],
  ledger: ['money', 'boards/money'],
  machine: ['machines', 'machines/catalogue'],
  node: ['dividends', 'nodes/months'],
  payment: ['transfers', 'payments/transfers'],
  payout: ['payouts', 'payouts/attention'],
  price: ['chain', 'boards/chain'],
  shop: ['orders', 'orders/list'],
  solvency: ['payouts', 'payouts/attention'],
  team: ['rewards', 'rewards/delayed'],
  withdrawal: ['withdrawals', 'withdrawals/list'],
} as const satisfies Record<string, readonly [string, OperatorPath]>

type Matter = (typeof matters)[keyof typeof matters]

/** The screen on which a job's work is seen, by whose job it is; null where there is none. */
export function matterOf(job: string): Matter | null {
  const [owner = ''] = job.split('_')
  return owner in matters ? matters[owner as keyof typeof matters] : null
}
