import { audited } from 'virtual:call-forms'
import { useLanguage, useText } from '@kit/i18n/text'
import { Time } from '@kit/ui/Time'
import { Fact, Panel, Part } from '@console/frame/Panel'
import { Screen } from '@console/frame/Screen'
import { Filters } from '@console/rows/Filters'
import { Rows } from '@console/rows/Rows'
import { maskId } from '@kit/ui/MaskedId'
import { Staff } from '@console/words/Staff'
import { useEntryWords } from '@console/audit/useEntryWords'
import { useRecords } from './api'
import { ChainCheck } from './ChainCheck'
import { actionsIn } from './decideActions'

const outcomes = ['done', 'refused'] as const

/** The audit log: who did what, when, why, with what stood before and after. */
export function AuditScreen() {
  const t = useText('console-audit')
  const { nameOf, called } = useEntryWords()
  const language = useLanguage()
  const list = useRecords([
    { name: 'action', label: t('action'), values: actionsIn(audited, language, called) },
    { name: 'about', label: t('about') },
    { name: 'subject', label: t('subject') },
    { name: 'staffId', label: t('staffId') },
    { name: 'outcome', label: t('outcome'), values: outcomes.map((one) => [one, t(`outcome.${one}`)] as const) },
  ])
  const open = list.rows?.find(({ seq }) => String(seq) === list.openKey) ?? list.away
  return (
    <Screen
      title={t('title')}
      panel={
        open && (
          <Panel label={t('panel')} title={nameOf(open)} note={<Time at={open.at} plain />} onClose={() => list.open(null)}>
            <Fact name={t('action')}>
              <span translate="no">{open.action}</span>
            </Fact>
            <Fact name={t('subject')}>
              <span translate="no" className="break-all">
                {open.subject}
              </span>
            </Fact>
            <Fact name={t('outcome')}>{t(`outcome.${open.outcome}`)}</Fact>
            <Fact name={t('staffId')}>{open.staffId === '' ? t('program') : <Staff name={open.staffName} id={open.staffId} address={open.address} />}</Fact>
            <Fact name={t('ip')}>
              <span translate="no">{open.ip === '' ? '–' : open.ip}</span>
            </Fact>
            <Fact name={t('reason')}>
              <span translate="no">{open.reason === '' ? '–' : open.reason}</span>
            </Fact>
            <State title={t('before')} state={open.before} />
            <State title={t('after')} state={open.after} />
            <Part title={t('hash')}>
              <p translate="no" className="fig text-13 break-all text-muted">
                {open.hash}
              </p>
            </Part>
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
        empty={{ title: t('empty') }}
        columns={[
          {
            title: t('action'),
            cell: (entry) => (
              <>
                <span className="block font-semibold break-words">{nameOf(entry)}</span>
                <span translate="no" className="block text-13 break-all text-muted">
                  {entry.action} {entry.subject}
                </span>
              </>
            ),
          },
          {
            title: t('staffId'),
            cell: ({ staffId, staffName, address }) => (
              <span translate="no" className="break-words">
                {staffId === '' ? t('program') : staffName || maskId(address)}
              </span>
            ),
          },
          { title: t('outcome'), cell: ({ outcome }) => t(`outcome.${outcome}`) },
          { title: t('at'), isFigure: true, cell: ({ at }) => <Time at={at} plain /> },
        ]}
      />
    </Screen>
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
