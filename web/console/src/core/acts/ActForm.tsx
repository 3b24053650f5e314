import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatAmount, isDecimal } from '@kit/amount/format'
import { useLanguage, useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import { readAnew } from '../api/answers'
import { call } from '../api/call'
import type { DeclaredField } from '../../../../callFormsPlugin'
import type { Body, Data, OperatorPath, Proposal } from '../contract/contract'
import { addressOf } from '../decide/PendingOn'
import { Changes } from '../decide/Changes'
import { Refusal } from '../decide/Refusal'
import { TrialParts } from '../decide/TrialParts'
import { Field } from '../form/fields'
import { inSight } from '../frame/Panel'
import { Announced } from '@console/words/Announced'
import { useKept } from '../form/useKept'
import { fieldsOf, isDestructive, kindOf, nameOf, type Act } from './act'
import { ActField } from './ActField'
import { FieldNotes } from './FieldNotes'
import { useActName } from './useActName'
import { useTrial } from './useTrial'
import { enteredOf, judge, type Entered, type Judged } from './decideAct'
import { keptWith, shownOf, type Typed } from './decideTyped'
import { lengthMaxOf } from './lengths'

interface ActFormProps {
  act: Act
  /** Without it the form has no way back: it stands by itself. */
  onCancel?: () => void
  /** Nothing else on the screen shows the proposal that it makes. */
  isAlone?: boolean
  /** Its buttons stay in the sight of a panel, however long the fields are. */
  isOfPanel?: boolean
}

const reasonMin = 3

/** The form of one act: its fields, why, what it would do, and the button. What was typed outlives a reload until it is done. */
export function ActForm({ act, onCancel, isAlone = false, isOfPanel = false }: ActFormProps) {
  const t = useText('console-acts')
  const words = useText('console')
  const language = useLanguage()
  const fields = fieldsOf(act)
  const kind = kindOf(act)
  const name = nameOf(act)
  const { value: kept, keep: setKept, settle: settleKept } = useKept<Readonly<Record<string, Typed>>>(`act.${name}`, {})
  const { value: reason, keep: setReason, settle: settleReason } = useKept(`reason.${name}`, '')
  const form = useRef<HTMLFormElement>(null)
  const [isTried, setIsTried] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [made, setMade] = useState<Proposal | null>(null)
  const standsIn = (field: DeclaredField) => enteredOf(field, act.present?.[field.name])
  const values = Object.fromEntries(fields.map((field) => [field.name, shownOf(kept?.[field.name], standsIn(field)).value]))
  const judged = judge(fields, values, act, language)
  const said = (reason ?? '').trim()
  const noReason = kind !== undefined && said.length < reasonMin
  const isWrong = Object.keys(judged.problems).length > 0 || judged.isEmpty || noReason
  const { trial, refusal, ask, refuse } = useTrial(JSON.stringify({ kind, payload: judged.payload }), kind !== undefined && !isWrong, said)

  const shown = (bound: string) => (isDecimal(bound) ? formatAmount(bound, language) : bound)

  /** Sends it; whether it may be sent is said at the fields. */
  async function run(send: () => Promise<void>) {
    setIsTried(true)
    if (isWrong) requestAnimationFrame(() => goToProblem(form.current))
    if (isWrong || isSending) return
    setIsSending(true)
    try {
      await send()
    } catch (fault) {
      refuse(fault)
    } finally {
      setIsSending(false)
    }
  }

  async function send() {
    const answer = await sendAct(act.path, kind, judged, said)
    toast.success(words(isPending(answer) ? 'form.proposed' : 'form.done'))
    settleKept(kept)
    settleReason(reason)
    setIsTried(false)
    setMade(isPending(answer) ? answer : null)
    await readAnew()
  }

  return (
    <form
      ref={form}
      className={isOfPanel ? 'contents' : ''}
      onSubmit={(event) => {
        event.preventDefault()
        void run(send)
      }}
    >
      <div className="grid grid-cols-1 gap-3">
        <p className="text-13 text-muted">{t(`about.${act.path}`)}</p>
        {fields.map((field) => {
          const stands = standsIn(field)
          const { value, isChanged } = shownOf(kept?.[field.name], stands)
          const change = (next: Entered) => {
            setMade(null)
            setKept(keptWith(kept, field.name, next, stands))
          }
          const isAnnounced = act.announced?.includes(field.name) ?? false
          const bounds = act.bounds?.[field.name]
          const input = act.inputs?.[field.name]
          return (
            <div key={field.name}>
              {input ? (
                input({ value, onChange: change })
              ) : (
                <ActField
                  field={field}
                  value={value}
                  onChange={change}
                  problem={isTried ? (judged.problems[field.name] ?? null) : null}
                  hint={bounds && t('hint.bounds', { min: shown(bounds.min), max: shown(bounds.max) })}
                  lengthMax={lengthMaxOf(act.path, field.name)}
                />
              )}
              <FieldNotes field={field} isBounded={!!bounds} changedTo={isChanged && !isAnnounced ? stands : null} isAnnounced={isAnnounced} />
            </div>
          )
        })}
        {kind !== undefined && (
          <Field
            label={words('form.reason')}
            value={reason ?? ''}
            onChange={setReason}
            rows={2}
            hint={words('form.reasonHint')}
            problem={isTried && noReason ? words('form.reasonMissing') : null}
          />
        )}
        {isTried && judged.isEmpty && <Alert size={13}>{t('problem.nothing')}</Alert>}
      </div>
      <Ways
        act={act}
        isSending={isSending}
        look={isOfPanel ? inSight : 'py-3'}
        onCancel={onCancel}
        onTry={kind === undefined ? undefined : () => void run(ask)}
      />
      {isAlone && made && <Made proposal={made} />}
      {refusal !== null && <Refusal of={refusal} />}
      {trial && <Trial of={trial} isAsked={isTried} />}
    </form>
  )
}

interface WaysProps {
  act: Act
  isSending: boolean
  look: string
  onTry: (() => void) | undefined
  onCancel: (() => void) | undefined
}

/** The button that sends it, where it is proposed the one that tries it, and the way back out of the form. */
function Ways({ act, isSending, look, onTry, onCancel }: WaysProps) {
  const t = useText('console-acts')
  const words = useText('console')
  const actName = useActName()
  return (
    <div className={`flex flex-wrap gap-2 ${look}`}>
      <Button kind={isDestructive(act) ? 'danger' : 'main'} size="small" type="submit" busy={isSending}>
        {actName(act)}
      </Button>
      {onTry && (
        <Button kind="quiet" size="small" onClick={onTry}>
          {t('try')}
        </Button>
      )}
      {onCancel && (
        <Button kind="quiet" size="small" onClick={onCancel}>
          {words('form.notNow')}
        </Button>
      )}
    </div>
  )
}

/** The proposal that was just made, with the way to it. */
function Made({ proposal: { id, sentence } }: { proposal: Proposal }) {
  const t = useText('console')
  return (
    <p className="text-15 break-words">
      <Announced by={t('form.made')}>
        <Link to={addressOf(id)} className="font-medium text-brass-ink underline underline-offset-4">
          {sentence}
        </Link>
      </Announced>
    </p>
  )
}

/** What it would do if it were approved now. */
function Trial({ of: trial, isAsked }: { of: Data<'proposals/try'>; isAsked: boolean }) {
  return (
    <div ref={isAsked ? bringIntoSight : null}>
      <p className="text-15 font-semibold break-words">{trial.sentence}</p>
      <Changes of={trial} />
      <TrialParts trial={trial} />
    </div>
  )
}

/** The first field of which something is wrong may lie above what is seen. */
function goToProblem(form: HTMLFormElement | null): void {
  const said = form?.querySelector('[role=alert]')
  said?.closest(':has(input, select, textarea)')?.querySelector<HTMLElement>('input, select, textarea')?.focus()
}

/** What a press shows below its button may lie below what is seen. */
function bringIntoSight(shown: HTMLElement | null): void {
  shown?.scrollIntoView({ block: 'nearest' })
}

/** Whether a call's answer is a proposal that somebody else decides. */
function isPending(answer: unknown): answer is Proposal {
  return (answer as Partial<Proposal> | null)?.state === 'pending'
}

/** Proposes what was entered, or does it where one person may. */
function sendAct(path: OperatorPath, kind: string | undefined, { payload }: Judged, reason: string): Promise<unknown> {
  // The document declared the fields, and the server judges them.
  return call(path, (kind === undefined ? payload : { payload, reason }) as Body<OperatorPath>, { isQuiet: true })
}
