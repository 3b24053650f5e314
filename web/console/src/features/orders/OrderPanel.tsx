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
import { Choice } from '@console/form/fields'
import { useKept } from '@console/form/useKept'
import { ReasonForm } from '@console/queue/ReasonForm'
import { AddressPart } from './AddressPart'
import type { Order, ReversalCause } from './contract'
import { deedsOf, whatOf, type Deed } from './decideOrders'
import { ShipForm } from './ShipForm'
import { Why } from './Why'
import { proposeReversal, invalidate } from './api'

interface OrderPanelProps {
  row: Order
  place: string | null
  /** What is being done with it. */
  doing: Deed | null
  onDo: (doing: Deed | null) => void
  company: string
  onCompany: (company: string) => void
  onGone: () => void
  onClose: () => void
}

/** One order: why it is here, what was bought, where it goes, and what was done with it. */
export function OrderPanel({ row, place, doing: begun, onDo, company, onCompany, onGone, onClose }: OrderPanelProps) {
  const t = useText('console-waiting')
  const me = useMe()
  const isMine = mayCall(me, 'orders/ship')
  const deeds = isMine ? deedsOf(row, serverNow()) : []
  const doing = deeds.find((deed) => deed === begun) ?? null
  const waits = row.status === 'waiting_for_delivery'
  return (
    <Panel
      label={t('orders.panel')}
      title={
        <>
          {row.quantity} × <span translate="no">{row.goods}</span>
        </>
      }
      note={
        <>
          <Time at={row.createdAt} plain /> {place !== null && <>· {place}</>}
        </>
      }
      onClose={onClose}
      actions={isMine ? doing === null && <Actions deeds={deeds} onDo={onDo} /> : <p className="text-15 text-muted">{t('orders.bar.notYours')}</p>}
    >
      <Reason title={t('orders.why')}>
        <Why row={row} />
      </Reason>
      {doing === 'ship' && <ShipForm row={row} company={company} onCompany={onCompany} onShipped={onGone} onCancel={() => onDo(null)} />}
      {doing === 'invalidate' && (
        // Its buyer reads why, and has the money back at once.
        <ReasonForm
          name={row.orderNo}
          label={t('orders.invalidate.reason')}
          action={t('orders.invalidate.action')}
          send={(reason) => invalidate(row, reason)}
          said={t('orders.said.ended', { what: whatOf(row) })}
          onDone={onGone}
          onCancel={() => onDo(null)}
        />
      )}
      {doing === 'reverse' && <ReversalForm row={row} onDone={() => onDo(null)} onCancel={() => onDo(null)} />}
      <PendingOn about={row.orderNo} />
      {deeds.includes('ship') && <AddressPart row={row} />}
      <Part title={t('orders.bought')}>
        <Fact name={t('orders.paid')}>
          <Amount value={row.payAmount} currency={row.currency} />
        </Fact>
        <Fact name={t('orders.payType')}>{t(row.payType === 'chain' ? 'orders.payType.chain' : 'orders.payType.balance')}</Fact>
        <Fact name={t('orders.number')}>
          <span translate="no">{row.orderNo}</span>
        </Fact>
        {row.company !== '' && (
          <Fact name={t('orders.sent')}>
            <span translate="no">
              {row.company} {row.number}
            </span>
          </Fact>
        )}
        {row.reason !== '' && (
          <Fact name={t('orders.endReason')}>
            <span translate="no">{row.reason}</span>
          </Fact>
        )}
        {waits && <p className="mt-1 text-13 text-muted">{t('orders.ifInvalid')}</p>}
      </Part>
      {mayCall(me, 'users/overview') && <PersonFacts userId={row.userId} />}
      <AuditTrail of={{ about: row.orderNo }} />
      <Part title={t('orders.trail')}>
        <ul className="text-13">
          {row.timeline.map(({ status, at, actor }) => (
            <li key={`${at} ${status}`} className="flex flex-wrap justify-between gap-x-3 py-0.5">
              <span>{t(`orders.status.${status}`)}</span>
              <span className="text-muted">
                {t(`orders.actor.${actor}`)} · <Time at={at} plain />
              </span>
            </li>
          ))}
        </ul>
      </Part>
    </Panel>
  )
}

const keyOf = { ship: 's', invalidate: 'r', reverse: 'r' } as const

/** What can be done with it now. */
function Actions({ deeds, onDo }: { deeds: readonly Deed[]; onDo: (deed: Deed) => void }) {
  const t = useText('console-waiting')
  if (deeds.length === 0) return <p className="text-15 text-muted">{t('orders.bar.done')}</p>
  return deeds.map((deed) => (
    <Button key={deed} kind={deed === 'ship' ? 'main' : 'quiet'} size="small" onClick={() => onDo(deed)}>
      {t(`orders.${deed}`)} <Key name={keyOf[deed]} />
    </Button>
  ))
}

const causes = ['lost', 'returned'] as const

/** Proposes that an order that was sent is taken back: somebody of finance decides. */
function ReversalForm({ row, onDone, onCancel }: { row: Order; onDone: () => void; onCancel: () => void }) {
  const t = useText('console-waiting')
  const { value: cause, keep } = useKept<ReversalCause>(`cause.${row.orderNo}`, 'lost')
  return (
    <div className="mt-4 rounded-field border border-line p-3">
      <ProposalForm
        name={row.orderNo}
        action={t('orders.reverse.action')}
        problem={null}
        propose={(reason) => proposeReversal(row, cause ?? 'lost', reason)}
        onDone={() => {
          keep(null)
          onDone()
        }}
        onCancel={onCancel}
      >
        <p className="text-13 text-muted">{t('orders.reverse.hint')}</p>
        <Choice
          label={t('orders.reverse.cause')}
          value={cause ?? 'lost'}
          values={causes.map((one) => [one, t(`orders.cause.${one}`)] as const)}
          onChange={keep}
        />
      </ProposalForm>
    </div>
  )
}
