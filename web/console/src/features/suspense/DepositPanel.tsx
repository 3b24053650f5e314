import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { Time } from '@kit/ui/Time'
import { AuditTrail } from '@console/audit/Trail'
import { PendingOn } from '@console/decide/PendingOn'
import { Key } from '@console/frame/Key'
import { Fact, Panel, Part } from '@console/frame/Panel'
import { PersonFacts } from '@console/person/PersonFacts'
import { Reason } from '@console/queue/Reason'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { ProposalForm } from '@console/decide/ProposalForm'
import { Field } from '@console/form/fields'
import { useKept } from '@console/form/useKept'
import { AnnounceForm } from './AnnounceForm'
import type { Deposit } from './contract'
import { whyOf } from './decideSuspense'
import { Why } from './Why'
import { proposeAssignment } from './api'

export type Doing = 'announce' | 'assign' | null

interface DepositPanelProps {
  row: Deposit
  place: string | null
  doing: Doing
  onDo: (doing: Doing) => void
  onClose: () => void
}

/** One deposit: why it is here, whose the sending wallet is, for whom it was announced, and what both look like. */
export function DepositPanel({ row, place, doing: begun, onDo, onClose }: DepositPanelProps) {
  const t = useText('console-waiting')
  const me = useMe()
  const isMine = mayCall(me, 'suspense/announce')
  const isReady = whyOf(row, serverNow()) === 'ready'
  // What was announced anew meanwhile waits again.
  const doing = begun === 'assign' && !isReady ? null : begun
  return (
    <Panel
      label={t('suspense.panel')}
      title={<Amount value={row.amount} currency={row.currency} />}
      note={
        <>
          <Time at={row.since} plain /> {place !== null && <>· {place}</>}
        </>
      }
      onClose={onClose}
      actions={
        !isMine ? (
          <p className="text-15 text-muted">{t('suspense.bar.notYours')}</p>
        ) : (
          doing === null && (
            <>
              {isReady && (
                <Button kind="main" size="small" onClick={() => onDo('assign')}>
                  {t('suspense.assign')} <Key name="a" />
                </Button>
              )}
              <Button kind={isReady ? 'quiet' : 'main'} size="small" onClick={() => onDo('announce')}>
                {t(row.announcedFor === '' ? 'suspense.announce' : 'suspense.announceAgain')} <Key name="n" />
              </Button>
            </>
          )
        )
      }
    >
      <Reason title={t('suspense.why')}>
        <Why row={row} />
      </Reason>
      {isMine && doing === 'announce' && <AnnounceForm row={row} onDone={() => onDo(null)} onCancel={() => onDo(null)} />}
      {isMine && doing === 'assign' && <AssignForm row={row} onDone={() => onDo(null)} onCancel={() => onDo(null)} />}
      <PendingOn about={row.transferId} />
      <Part title={t('suspense.arrived')}>
        <Fact name={t('suspense.sender')}>
          <span translate="no" className="break-all">
            {row.sender}
          </span>
        </Fact>
        <Fact name={t('suspense.transaction')}>
          <span translate="no" className="break-all">
            {row.txHash}
          </span>
        </Fact>
        <Fact name={t('suspense.chain')}>{row.chainId}</Fact>
        <p className="mt-1 text-13 text-muted">{t('suspense.ifClaimed')}</p>
      </Part>
      <AuditTrail of={{ about: row.transferId }} />
      {row.announcedFor !== '' && <PersonFacts userId={row.announcedFor} title={t('suspense.person.announced')} />}
      {row.senderUserId !== '' && row.senderUserId !== row.announcedFor && <PersonFacts userId={row.senderUserId} title={t('suspense.person.sender')} />}
    </Panel>
  )
}

/** Proposes that a deposit is the user's for whom it was announced; a second person decides. */
function AssignForm({ row, onDone, onCancel }: { row: Deposit; onDone: () => void; onCancel: () => void }) {
  const t = useText('console-waiting')
  const { value: kept, keep } = useKept(`evidence.${row.transferId}`, '')
  const evidence = kept ?? ''
  return (
    <div className="mt-4 rounded-field border border-line p-3">
      <ProposalForm
        name={row.transferId}
        action={t('suspense.assign.action')}
        problem={evidence.trim() === '' ? t('suspense.assign.evidenceMissing') : null}
        propose={(reason) => proposeAssignment(row, evidence.trim(), reason)}
        onDone={() => {
          keep(null)
          onDone()
        }}
        onCancel={onCancel}
      >
        <Field label={t('suspense.assign.evidence')} value={evidence} onChange={keep} hint={t('suspense.assign.evidenceHint')} />
      </ProposalForm>
    </div>
  )
}
