import type { Data, Row } from '@console/contract/contract'

type Person = Row<'staff/list'>
type Waiting = Data<'me'>['rolesWaiting'][number]

export type Authenticator = 'setUp' | 'awaited' | 'late'

/** How it stands with a person's authenticator; who did not set one up in time cannot sign in. */
export function authenticatorOf({ enrolled, enrolUntil }: Pick<Person, 'enrolled' | 'enrolUntil'>, nowMs: number): Authenticator {
  if (enrolled) return 'setUp'
  return enrolUntil !== undefined && Date.parse(enrolUntil) <= nowMs ? 'late' : 'awaited'
}

/** A person's roles that wait, which do not work yet. */
export function waitOf({ id }: Pick<Person, 'id'>, waiting: readonly Waiting[]): Waiting | undefined {
  return waiting.find(({ staffId }) => staffId === id)
}
