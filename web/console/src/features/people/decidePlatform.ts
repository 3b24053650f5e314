import type { Data } from '@console/contract/contract'

/** Whether an account can be marked as run by the platform: one that holds something, or was invited, is somebody's. Whether it invited anybody, the server knows. */
export function mayBePlatform({ balances, invitedBy }: Pick<Data<'users/overview'>, 'balances' | 'invitedBy'>): boolean {
  return balances.length === 0 && invitedBy === ''
}
