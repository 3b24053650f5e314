import { useLocation, useSearchParams } from 'react-router'

/** Parameters to set; null removes one. */
export type Changes = Readonly<Record<string, string | null>>

/** The address's parameters, and how to change some of them without a new entry in the history; who has gone to another screen meanwhile stays there. */
export function useSearchState(): [URLSearchParams, (changes: Changes) => void] {
  const [search, setSearch] = useSearchParams()
  // The entry stays the one of the sheet it was made for.
  const { pathname, state } = useLocation()
  const change = (changes: Changes) => {
    if (pathNow() === pathname) setSearch(changedSearch(searchNow(), changes), { replace: true, state })
  }
  return [search, change]
}

/** What the address names now: what is drawn may be behind it while something of it is loaded. */
export function searchNow(): URLSearchParams {
  return new URLSearchParams(location.hash.split('?')[1])
}

function pathNow(): string {
  return location.hash.slice(1).split('?')[0] || '/'
}

/** The parameters with some of them changed; the others stay as they are. */
export function changedSearch(before: URLSearchParams, changes: Changes): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) after.delete(name)
    else after.set(name, value)
  }
  return after
}
