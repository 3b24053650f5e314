import { useState } from 'react'
import { Gem } from '@kit/art/Gem'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Copied } from '@kit/ui/Copied'
import { Disclosure } from '@kit/ui/Disclosure'
import { AmountFact, Fact, Facts, FigureFact, TimeFact } from '@kit/ui/Facts'
import { ListEnd, type EndlessList } from '@kit/ui/ListEnd'
import { Skeletons } from '@kit/ui/Loading'
import { Missing } from '@kit/ui/Missing'
import { maskId } from '@kit/ui/MaskedId'
import { Sheet } from '@kit/ui/Sheet'
import { StatusChip } from '@kit/ui/StatusChip'
import { ItemActions } from '@core/checkout/ItemActions'
import type { ButtonKind } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import type { MyNode } from '../contract'
import { actionsOf, tones, type NodeActionKind } from './decideNode'
import { NodeDeadlineLine } from './NodeRow'
import { useNodeActs } from './api'

interface NodeSheetProps {
  nodeNo: string
  list: EndlessList<MyNode>
  onPay: (intentNo: string) => void
  onClose: () => void
}

/** One node of mine, and what can be done with it now. */
export function NodeSheet({ nodeNo, list, onPay, onClose }: NodeSheetProps) {
  const t = useText('node')
  const node = list.rows.find((one) => one.nodeNo === nodeNo)
  const { isPending, hasNextPage } = list.query
  return (
    <Sheet
      open
      onClose={onClose}
      title={node?.name ?? t('list.sheet.title')}
      footer={node && actionsOf(node).length > 0 ? <NodeActions node={node} onPay={onPay} /> : undefined}
    >
      {/* One height, whatever comes. */}
      <div className="min-h-[80dvh]">
        {isPending && <Skeletons heights={['96px', '280px']} className="flex flex-col gap-4" />}
        {node && <Overview node={node} />}
        {/* A node that is not among the newest: the list is read on until it is found. */}
        {!node && !isPending && (hasNextPage || list.hasFailed ? <ListEnd list={list} /> : <Missing>{t('list.sheet.missing')}</Missing>)}
      </div>
    </Sheet>
  )
}

function Overview({ node }: { node: MyNode }) {
  const t = useText('node')
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-4">
        <div aria-hidden className="size-24 shrink-0 tiny:size-16">
          <Gem level={node.level} />
        </div>
        <div className="min-w-0">
          <StatusChip tone={tones[node.state]}>{t(`list.state.${node.state}`)}</StatusChip>
          <p className="mt-1.5 text-15">
            <NodeDeadlineLine node={node} />
          </p>
          <p className="mt-1 text-13 text-muted">{t(`list.next.${node.state}`)}</p>
        </div>
      </div>
      <Facts framed>
        <Fact name={t('list.fact.dividends')} note={node.state === 'active' ? t('list.fact.dividendsNote') : undefined} strong>
          <Amount value={node.dividends} currency="USDT" own />
        </Fact>
        {node.state === 'active' && (
          <FigureFact name={t('list.fact.weight')} note={t('list.fact.weightNote')} value={t('list.fact.weightDays', { days: node.weight })} />
        )}
        <AmountFact name={t('list.fact.price')} value={node.price} currency="USDT" />
        <FigureFact name={t('list.fact.gift')} note={t('list.fact.giftNote')} value={node.giftV} />
        <TimeFact name={t('list.fact.bought')} at={node.createdAt} />
        <Fact name={t('list.fact.hash')} note={t('list.fact.hashNote')}>
          <Copied value={node.hash} shown={maskId(node.hash)} what={t('list.fact.hash')} />
        </Fact>
      </Facts>
      <Disclosure title={t('list.fact.support')}>
        <Facts>
          <Fact name={t('list.fact.number')}>
            <Copied value={node.nodeNo} shown={maskId(node.nodeNo)} what={t('list.fact.number')} />
          </Fact>
        </Facts>
      </Disclosure>
    </div>
  )
}

const looks: Record<NodeActionKind, ButtonKind> = { pay: 'main', start_now: 'main', cancel: 'quiet' }

/** What can be done with the node now. */
function NodeActions({ node, onPay }: { node: MyNode; onPay: (intentNo: string) => void }) {
  const t = useText('node')
  const [asked, setAsked] = useState<NodeActionKind | null>(null)
  const acts = useNodeActs((kind) => {
    toast.success(t(`list.done.${kind}`))
    setAsked(null)
  })
  const actions = actionsOf(node).map((kind) => {
    const look = looks[kind]
    if (kind === 'pay') return { kind, label: t('list.action.pay'), look, run: () => onPay(node.intentNo), question: null }
    const { send, sending, fault } = acts[kind]
    const word = kind === 'cancel' && node.state === 'payment' ? 'leave' : kind
    return {
      kind,
      label: t(`list.action.${word}`),
      look,
      run: () => send({ nodeNo: node.nodeNo }),
      question: { text: t(`list.ask.${word}`), yes: t(`list.confirm.${kind}`), sending, fault },
    }
  })
  return <ItemActions actions={actions} asked={asked} onAsk={setAsked} />
}
