import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { changedSearch, searchNow, type Changes } from './useSearchState'

/** A sheet that is an entry of the history: "back" closes it, a reload keeps it, and a link can open it. */
interface SheetEntry {
  /** What the sheet is about; null while it is closed. */
  value: string | null
  /** Opens it; `instead` of the sheet that is open now, where "back" must not lead to that one again. */
  open: (value: string, options?: { instead?: Changes }) => void
  /** Opens it, or in the place of the same sheet about something else, as where it stands beside its list. */
  choose: (value: string) => void
  close: () => void
}

/** The browser goes back in its own time; until then the address still names the sheet. */
let isLeaving = false

function leave(goBack: () => void): void {
  isLeaving = true
  addEventListener('popstate', () => (isLeaving = false), { once: true })
  goBack()
}

/** The sheet whose subject an address names under `param`, such as `id`. `also` are parameters of its own. */
export function useSheetOf(param: string, also: readonly string[] = []): SheetEntry {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const wasOpenedHere = openedIn(state) === param
  const isOpen = search.has(param)
  const to = (changes: Changes) => ({ search: `?${changedSearch(searchNow(), changes).toString()}` })
  return {
    value: search.get(param),
    open: (value, { instead } = {}) => void navigate(to({ ...instead, [param]: value }), { replace: instead !== undefined, state: { opened: param } }),
    choose: (value) => void navigate(to({ [param]: value }), isOpen ? { replace: true, state } : { state: { opened: param } }),
    close: () => {
      // Told twice, by two presses or by a press and a swipe, it would leave the screen as well.
      if (isLeaving || !searchNow().has(param)) return
      if (wasOpenedHere) leave(() => void navigate(-1))
      else void navigate(to(Object.fromEntries([param, ...also].map((name) => [name, null]))), { replace: true })
    },
  }
}

/** A sheet without a subject, by its name; `also` as for one that has a subject. */
export function useSheet(name: string, also?: readonly string[]): { isOpen: boolean; open: () => void; close: () => void } {
  const sheet = useSheetOf('sheet', also)
  // What closes late, such as after an answer, closes no other sheet that was opened since.
  const close = () => {
    if (searchNow().get('sheet') === name) sheet.close()
  }
  return { isOpen: sheet.value === name, open: () => sheet.open(name), close }
}

/** The sheet an entry of the history was made for, if it was made for one. */
export function openedIn(state: unknown): string | null {
  return typeof state === 'object' && state !== null && 'opened' in state && typeof state.opened === 'string' ? state.opened : null
}
