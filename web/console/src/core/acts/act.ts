import { forms } from 'virtual:call-forms'
import type { ReactNode } from 'react'
import type { KeyTail } from '@kit/i18n/catalogues'
import type { Body, OperatorPath } from '../contract/contract'
import type { Bounds, Entered } from './decideAct'

/** The calls that a form makes. */
export type ActPath = OperatorPath & KeyTail<'console-acts', 'call.'>

/** What a form asks for: the payload of what a second person decides, or the body of what is done at once. */
type Asked<P extends OperatorPath> = Body<P> extends { payload: infer Payload extends object } ? Payload : Body<P>

export interface InputProps {
  value: Entered
  onChange: (value: Entered) => void
}

/** One thing that can be done about a record: the call, and what the record says of it. */
export interface Act {
  path: ActPath
  /** What is sent as it is and not asked for. */
  given: Record<string, unknown>
  /** What stands now: only what is entered anew is sent. */
  present?: Record<string, unknown>
  /** Fields for which another value was announced: what stands now is entered again to take that back. */
  announced?: readonly string[]
  /** The call takes away what it is not sent: what stands now is sent as well, and an emptied field is what is taken away. */
  isWhole?: boolean
  /** The fields that are asked for, in their order, where that is not all of them. */
  only?: readonly string[]
  /** It makes a record instead of changing one. */
  isNew?: boolean
  bounds?: Record<string, Bounds>
  /** Fields with an input of their own. */
  inputs?: Record<string, (props: InputProps) => ReactNode>
}

interface ActOptions<P extends ActPath> {
  present?: { [Name in keyof Asked<P>]?: Asked<P>[Name] | null }
  announced?: readonly (keyof Asked<P> & string)[]
  isWhole?: boolean
  only?: readonly (keyof Asked<P> & string)[]
  isNew?: boolean
  bounds?: Partial<Record<keyof Asked<P>, Bounds>>
  inputs?: Partial<Record<keyof Asked<P>, (props: InputProps) => ReactNode>>
}

/** Declares an act, with names that the document knows. */
export function act<P extends ActPath>(path: P, given: Partial<Asked<P>>, { present, ...options }: ActOptions<P> = {}): Act {
  const { announced = [] } = options
  const isOpen = (name: string) => announced.some((one) => one === name)
  const stands = present && { present: Object.fromEntries(Object.entries(present).filter(([name]) => !isOpen(name))) }
  // The names are checked here; a form knows them as names.
  return { path, given, ...stands, ...options } as Act
}

/** The acts that stop, take away, refuse or erase something. */
const destructive: readonly ActPath[] = [
  'banners/remove',
  'bids/cancel',
  'game/stop',
  'goods/hide',
  'machines/hide',
  'machines/pause',
  'payouts/stop',
  'pictures/remove',
  'rewards/refuse',
  'roles/object',
  'users/debit',
  'users/erase',
  'users/flag',
  'users/suspend',
  'withdrawals/giveUp',
]

/** Whether an act is to look as if it took something away. */
export function isDestructive({ path, given }: Act): boolean {
  return destructive.includes(path) || (path === 'emergency/change' && given['stop'] === true)
}

/** What an act asks for, in its own order or the document's. */
export function fieldsOf({ path, given, only }: Act) {
  const fields = (forms[path]?.fields ?? []).filter(({ name }) => !(name in given))
  return only ? only.flatMap((name) => fields.find((field) => field.name === name) ?? []) : fields
}

/** What was typed for an act is kept under it: whatever version its record has by now. */
export function nameOf({ path, given }: Act): string {
  return `${path}.${JSON.stringify(given, (name, value: unknown) => (name === 'version' ? undefined : value))}`
}

/** The kind of proposal that an act makes; undefined where it is done at once. */
export function kindOf({ path }: Act): string | undefined {
  return forms[path]?.kind
}
