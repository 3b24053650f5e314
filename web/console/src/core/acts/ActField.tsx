import type { ReactNode } from 'react'
import { htmlLang, languages } from '@kit/i18n/language'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import type { DeclaredField } from '../../../../callFormsPlugin'
import { Choice, Field } from '../form/fields'
import { TimeField } from '../form/TimeField'
import { useWords } from '../words/useWords'
import type { Entered, Problem, Texts } from './decideAct'

interface ActFieldProps {
  field: DeclaredField
  value: Entered
  onChange: (value: Entered) => void
  problem: Problem | null
  /** Within which bounds, where they are known. */
  hint?: ReactNode
  /** How long what is typed may be, in each language. */
  lengthMax: number
}

/** Fields whose line is so long that it is read in several. */
const long: Record<string, number> = { details: 4, text: 3, evidence: 2 }

/** One field of an act, by how the document declares it. */
export function ActField({ field, value, onChange, problem, hint, lengthMax }: ActFieldProps) {
  const t = useText('console-acts')
  const { label, word } = useWords()
  const name = label(field.name)
  const said = problem === null ? null : t(`problem.${problem}`)
  if (field.is === 'texts')
    return <TextsField name={name} rows={long[field.name]} lengthMax={lengthMax} value={value as Texts} onChange={onChange} problem={said} />
  if (field.is === 'many') return <Many name={name} values={field.values ?? []} chosen={value as readonly string[]} onChange={onChange} problem={said} />
  if (field.is === 'list') {
    // Values that have no list to choose from are typed with commas between.
    const typed = (value as readonly string[]).join(', ')
    const read = (next: string) => onChange(next.trim() === '' ? [] : next.split(',').map((one) => one.trim()))
    return <Field label={name} value={typed} onChange={read} problem={said} hint={t('hint.list')} />
  }
  const typed = typeof value === 'string' ? value : ''
  if (field.is === 'choice' || field.is === 'flag') {
    const values = field.is === 'flag' ? ['true', 'false'] : (field.values ?? [])
    const words = values.map((one) => [one, field.is === 'flag' ? t(one === 'true' ? 'yes' : 'no') : word(one)] as const)
    return (
      <div>
        <Choice label={name} value={typed} values={typed === '' ? [['', t('choose')], ...words] : words} onChange={onChange} />
        <Wrong said={said} />
      </div>
    )
  }
  if (field.is === 'time') return <TimeField name={name} value={typed} onChange={onChange} problem={said} />
  return (
    <Field
      label={name}
      value={typed}
      onChange={onChange}
      problem={said}
      hint={hint}
      rows={long[field.name]}
      lengthMax={lengthMax}
      inputMode={field.is === 'amount' ? 'decimal' : field.is === 'count' ? 'numeric' : 'text'}
    />
  )
}

interface TextsFieldProps {
  name: string
  rows: number | undefined
  lengthMax: number
  value: Texts
  onChange: (value: Texts) => void
  problem: string | null
}

/** The same words in each language. */
function TextsField({ name, rows, lengthMax, value, onChange, problem }: TextsFieldProps) {
  const t = useText('console-acts')
  return (
    <fieldset className="grid gap-1">
      <legend className="text-13 font-medium">{name}</legend>
      {languages.map((language) => (
        <Field
          key={language}
          lang={htmlLang(language)}
          label={t(`lang.${language}`)}
          value={value[language]}
          rows={rows}
          lengthMax={lengthMax}
          onChange={(words) => onChange({ ...value, [language]: words })}
          problem={language === 'zhtw' ? problem : null}
        />
      ))}
    </fieldset>
  )
}

interface ManyProps {
  name: string
  values: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  problem: string | null
}

/** What is wrong with what is chosen. */
function Wrong({ said }: { said: string | null }) {
  return (
    said !== null && (
      <div className="mt-1">
        <Alert size={13}>{said}</Alert>
      </div>
    )
  )
}

/** Some of several values. */
function Many({ name, values, chosen, onChange, problem }: ManyProps) {
  const { word } = useWords()
  return (
    <fieldset>
      <legend className="text-13 text-muted">{name}</legend>
      <div className="mt-1 flex flex-wrap gap-x-4">
        {values.map((one) => (
          <label key={one} className="inline-flex min-h-11 items-center gap-2 text-15">
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))}
              className="size-4 accent-[var(--brass-ink)]"
            />
            {word(one)}
          </label>
        ))}
      </div>
      <Wrong said={problem} />
    </fieldset>
  )
}
