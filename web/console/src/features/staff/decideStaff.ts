import type { Data, Row } from '@console/contract/contract'

type Role = Person['roles'][number]
type Person = Row<'staff/list'>
type Waiting = Data<'me'>['rolesWaiting'][number]

type Authenticator = 'setUp' | 'awaited' | 'late'

/** How it stands with a person's authenticator; who did not set one up in time cannot sign in, and whoever did since, as in a demo, is in without one. */
export function authenticatorOf(
  { enrolled, enrolUntil, lastSignInAt }: Pick<Person, 'enrolled' | 'enrolUntil' | 'lastSignInAt'>,
  nowMs: number,
): Authenticator {
  if (enrolled) return 'setUp'
  if (enrolUntil === undefined || Date.parse(enrolUntil) > nowMs) return 'awaited'
  return lastSignInAt !== undefined && Date.parse(lastSignInAt) > Date.parse(enrolUntil) ? 'awaited' : 'late'
}

/** The roles that the list is to have: those that somebody objected to would be asked for again by any change. */
export function unopposedOf(given: readonly Role[], wait: Waiting | undefined): Role[] {
  return given.filter((role) => !wait || wait.objectedBy === '' || !wait.roles.includes(role))
}

/** A person's roles that wait, which do not work yet. */
export function waitOf({ id }: Pick<Person, 'id'>, waiting: readonly Waiting[]): Waiting | undefined {
  return waiting.find(({ staffId }) => staffId === id)
}
