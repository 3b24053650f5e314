import { act, type Act } from '@console/acts/act'

/** What can be done about the suspension of an account. One that is suspended is suspended for longer or ended, either by two people. */
export function decideSuspension(userId: string, isSuspended: boolean): Act[] {
  return [...(isSuspended ? [act('users/restore', { userId })] : []), act('users/suspend', { userId })]
}
