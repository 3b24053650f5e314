import { audited } from 'virtual:call-forms'
import type { Language } from '@kit/i18n/language'
import { useLanguage, useText } from '@kit/i18n/text'
import { Time } from '@kit/ui/Time'
import { Fact, Panel, Part } from '@console/frame/Panel'
import { Screen } from '@console/frame/Screen'
import { Filters } from '@console/rows/Filters'
import { Rows } from '@console/rows/Rows'
import { maskId } from '@kit/ui/MaskedId'
import { Person } from '@console/person/Person'
import { Disclosure } from '@kit/ui/Disclosure'
import { Staff } from '@console/words/Staff'
import { useWords } from '@console/words/useWords'
import { useEntryWords } from '@console/audit/useEntryWords'
import { useRecords, type Entry } from './api'
import { ChainCheck } from './ChainCheck'
import { actionsIn } from './decideActions'
import { calledThen } from './decideCalled'

const outcomes = ['done', 'refused'] as const

/** The audit log: who did what, when, why, with what stood before and after. */
export function AuditScreen() {
  const t = useText('console-boards')
  const { nameOf, called, endOf } = useEntryWords()
  const language = useLanguage()
  const { label } = useWords()
  const list = useRecords([
    { name: 'action', label: t('audit.action'), values: actionsIn(audited, language, called) },
    { name: 'about', label: t('audit.about') },
    { name: 'subject', label: t('audit.subject') },
    { name: 'staffId', label: t('audit.staffId') },
    { name: 'outcome', label: t('audit.outcome'), values: outcomes.map((one) => [one, t(`audit.outcome.${one}`)] as const) },
    ...['from', 'to'].map((name) => ({ name, label: label(name), isTime: true })),
  ])
  const open = list.rows?.find(({ seq }) => String(seq) === list.openKey) ?? list.away
  return (
    <Screen
      title={t('audit.title')}
      panel={
        open && (
          <Panel label={t('audit.panel')} title={nameOf(open)} note={<Time at={open.at} plain />} onClose={() => list.open(null)}>
            <Said after={open.after} />
            <Fact name={t('audit.about')}>
              <About entry={open} />
            </Fact>
            <Fact name={t('audit.outcome')}>{endOf(open)}</Fact>
            <Fact name={t('audit.staffId')}>
              {open.staffId === '' ? t('audit.program') : <span translate="no">{open.staffName || maskId(open.address)}</span>}
            </Fact>
            <Fact name={t('audit.ip')}>
              <span translate="no">{open.ip === '' ? '–' : open.ip}</span>
            </Fact>
            <Fact name={t('audit.reason')}>
              <span translate="no">{open.why === '' ? '–' : open.why}</span>
            </Fact>
            <div className="mt-5">
              <Disclosure title={t('audit.details')}>
                <Details entry={open} />
              </Disclosure>
            </div>
          </Panel>
        )
      }
    >
      <ChainCheck />
      <Filters list={list} />
      <Rows
        list={list}
        keyOf={({ seq }) => String(seq)}
        nameOf={nameOf}
        empty={{ title: t('audit.empty') }}
        columns={[
          {
            title: t('audit.action'),
            cell: (entry) => (
              <>
                <span className="block font-semibold break-words">{nameOf(entry)}</span>
                <span translate="no" className="block text-13 [overflow-wrap:anywhere] text-muted">
                  {[shortOf(entry, language), entry.why].filter((part) => part !== '').join(' · ')}
                </span>
              </>
            ),
          },
          {
            title: t('audit.staffId'),
            cell: ({ staffId, staffName, address }) => (
              <span translate="no" className="break-words">
                {staffId === '' ? t('audit.program') : staffName || maskId(address)}
              </span>
            ),
          },
          { title: t('audit.outcome'), cell: endOf },
          { title: t('audit.at'), isFigure: true, cell: ({ at }) => <Time at={at} plain /> },
        ]}
      />
    </Screen>
  )
}

/** What an entry is about, on one line; whoever acted stands beside it already. */
function shortOf({ about, aboutName, address, after }: Entry, language: Language): string {
  const name = aboutName || calledThen(after, language)
  if (name !== '') return name
  if (about === address) return ''
  return about.startsWith('0x') ? maskId(about) : about
}

/** The sentence of a proposal, in the words that wallets signed. */
function Said({ after }: { after: unknown }) {
  const said = typeof after === 'object' && after !== null && 'sentence' in after ? after.sentence : null
  if (typeof said !== 'string') return null
  return (
    <p translate="no" className="mb-3 text-15 [overflow-wrap:anywhere]">
      {said}
    </p>
  )
}

/** The record that an entry is about: a person by the masked wallet, what is sold by its name of then and its key, anything else by what it is called in the books. */
function About({ entry: { about, aboutName, after } }: { entry: Entry }) {
  const name = calledThen(after, useLanguage())
  if (aboutName !== '') return <Person userId={about} name={aboutName} />
  if (name !== '')
    return (
      <span translate="no" className="[overflow-wrap:anywhere]">
        {name} · {about}
      </span>
    )
  return (
    <span translate="no" className="break-all">
      {about || '–'}
    </span>
  )
}

/** The entry to the letter, as its hash holds it. */
function Details({ entry }: { entry: Entry }) {
  const t = useText('console-boards')
  return (
    <>
      <Fact name={t('audit.call')}>
        <span translate="no">{entry.action}</span>
      </Fact>
      <Fact name={t('audit.subject')}>
        <span translate="no" className="break-all">
          {entry.subject || '–'}
        </span>
      </Fact>
      {entry.staffId !== '' && (
        <Fact name={t('audit.staffId')}>
          <Staff name="" id={entry.staffId} address={entry.address} />
        </Fact>
      )}
      {entry.why !== entry.reason && (
        <Fact name={t('audit.reason')}>
          <span translate="no">{entry.reason}</span>
        </Fact>
      )}
      <State title={t('audit.before')} state={entry.before} />
      <State title={t('audit.after')} state={entry.after} />
      <Part title={t('audit.hash')}>
        <p translate="no" className="fig text-13 break-all text-muted">
          {entry.hash}
        </p>
      </Part>
    </>
  )
}

/** What stood there, as the log has it. */
function State({ title, state }: { title: string; state: unknown }) {
  if (state === null || state === undefined) return null
  return (
    <Part title={title}>
      <pre translate="no" className="rounded-field border border-line bg-sunk p-3 font-sans text-13 break-words whitespace-pre-wrap">
        {JSON.stringify(state, null, 2)}
      </pre>
    </Part>
  )
}
