import { useText } from '@kit/i18n/text'
import type { KeyTail } from '@kit/i18n/catalogues'
import type { Row } from '../contract/contract'
import { useKindWords } from '../words/useKindWords'

type Entry = Pick<Row<'audit/list'>, 'action' | 'outcome' | 'after'>

/** The calls that take a proposal a step further, or end it. */
const steps: Partial<Record<string, 'approve' | 'reject' | 'expire' | 'open' | 'withdraw'>> = {
  'proposals/approve': 'approve',
  'proposals/reject': 'reject',
  'proposals/expire': 'expire',
  'proposals/open': 'open',
  'proposals/withdraw': 'withdraw',
}

/** What the log's entries are called: a proposal by its step and its kind, an act as on its button. */
export function useEntryWords() {
  const t = useText('console-boards')
  const acts = useText('console-acts')
  const proposals = useText('console-waiting')
  const kind = useKindWords()
  const nameOf = ({ action, after }: Entry): string => {
    const proposed = partOf(after, 'kind')
    const step = steps[action] ?? (partOf(after, 'state') === 'pending' ? 'propose' : null)
    return proposed === '' || step === null ? called(action, proposed) : t(`audit.step.${step}`, { what: kind(proposed) })
  }
  /** What an action is called, of a proposal's by what was proposed. */
  const called = (action: string, proposed = ''): string => {
    if (proposed !== '') return kind(proposed)
    const key = action.replaceAll(' ', '_')
    const names = [acts(`call.${key as KeyTail<'console-acts', 'call.'>}`), t(`audit.action.${key as KeyTail<'console-boards', 'audit.action.'>}`)]
    return names.find((name) => !name.endsWith(`.${key}`)) ?? action
  }
  /** Where it stood afterwards: a proposal by its state, an act by its outcome. */
  const endOf = ({ outcome, after }: Entry): string => {
    const state = partOf(after, 'kind') === '' ? '' : partOf(after, 'state')
    if (state === '') return t(`audit.outcome.${outcome}`)
    // It waited then; whether it still does is said by the lines after it.
    if (state === 'pending') return t(isApproved(after) ? 'audit.approved' : 'audit.proposed')
    return proposals(`proposals.state.${state as KeyTail<'console-waiting', 'proposals.state.'>}`)
  }
  return { nameOf, called, endOf }
}

/** A text of what stood after an act, whose form is each act's own; empty where there is none. */
function partOf(after: unknown, name: 'kind' | 'state'): string {
  const part = typeof after === 'object' && after !== null && name in after ? (after as Record<string, unknown>)[name] : ''
  return typeof part === 'string' ? part : ''
}

/** Somebody had approved it, and somebody else was still needed. */
function isApproved(after: unknown): boolean {
  return typeof after === 'object' && after !== null && 'approvals' in after && Array.isArray(after.approvals) && after.approvals.length > 0
}
