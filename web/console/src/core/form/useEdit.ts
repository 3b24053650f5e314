import { useKept } from './useKept'

interface Begun<Edited> {
  edited: Edited
  /** What was edited; null for what is not there yet. */
  version: number | null
}

export interface Edit<Edited> {
  /** Null while nothing was typed. */
  edited: Edited | null
  keep: (edited: Edited) => void
  /** The version that is sent along: the server refuses another one than stands there. */
  version: number | null
  /** Somebody else saved another version since the typing began. */
  isOutdated: boolean
  /** Goes on with what was typed, having seen what stands there now. */
  goOn: () => void
  /** Forgets what was typed. */
  forget: () => void
  /** Forgets what was sent; what was typed meanwhile goes on from the version that the answer made, under its name. */
  settle: (name: string, version: number) => void
}

/** What is typed into a record that others edit as well: it is kept with the version that it began with, in the shape of a sample. */
export function useEdit<Edited>(name: string, shown: number | null, sample: Edited): Edit<Edited> {
  const { value, keep, settle } = useKept<Begun<Edited>>(name, { edited: sample, version: null })
  const version = value === null ? shown : value.version
  return {
    edited: value?.edited ?? null,
    keep: (edited) => keep({ edited, version }),
    version,
    isOutdated: version !== null && shown !== null && shown > version,
    goOn: () => value && keep({ ...value, version: shown }),
    forget: () => keep(null),
    settle: (saved, made) => settle(value, saved, (rest) => ({ ...rest, version: made })),
  }
}
