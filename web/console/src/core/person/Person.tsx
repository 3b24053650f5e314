import { Link } from 'react-router'
import { mayCall } from '../session/roles'
import { useMe } from '../session/store'

interface PersonProps {
  userId: string
  /** The masked wallet; empty for who is not known any more. */
  name: string
}

/** Somebody by the masked wallet, with the way to everything that concerns them for who may see it. */
export function Person({ userId, name }: PersonProps) {
  const isKnown = mayCall(useMe(), 'users/overview')
  // Where there is no room it parts behind its stars, and nowhere else.
  const called = name || userId
  const parts = called.lastIndexOf('*') + 1
  const shown = (
    <>
      {called.slice(0, parts)}
      <wbr />
      {called.slice(parts)}
    </>
  )
  return (
    <span translate="no" className={`fig ${name === '' ? 'break-all' : ''}`}>
      {isKnown ? (
        <Link to={`/people?id=${userId}`} className="underline underline-offset-4">
          {shown}
        </Link>
      ) : (
        shown
      )}
    </span>
  )
}

/** The masked wallet that a record has beside the id of a user; empty where it has none. */
export function personNameOf(record: object, field: string): string {
  const name = (record as Record<string, unknown>)[`${field.replace(/Id$/, '')}Name`]
  return typeof name === 'string' ? name : ''
}
