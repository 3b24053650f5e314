import { useState } from 'react'
import { ItemActions } from '@core/checkout/ItemActions'
import { useText } from '@kit/i18n/text'
import type { ButtonKind } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import type { MyNode } from '../contract'
import { useNodeActs } from './api'
import { actionsOf, type NodeActionKind } from './decideNode'

interface NodeActionsProps {
  node: MyNode
  onPay: (intentNo: string) => void
}

const looks: Record<NodeActionKind, ButtonKind> = { pay: 'main', start_now: 'main', cancel: 'quiet' }

/** What can be done with the node now. */
export function NodeActions({ node, onPay }: NodeActionsProps) {
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
