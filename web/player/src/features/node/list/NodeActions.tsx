import { useState } from 'react'
import { Unanswered } from '@core/checkout/Unanswered'
import { useText } from '@kit/i18n/text'
import { Button, type ButtonKind } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import type { MyNode } from '../contract'
import { useNodeActs, type Act } from './api'
import { actionsOf, type ActionKind } from './decideNode'

interface NodeActionsProps {
  node: MyNode
  onPay: (intentNo: string) => void
}

const buttonKinds: Record<ActionKind, ButtonKind> = { pay: 'main', start_now: 'main', cancel: 'quiet' }

/** What can be done with the node now; each is asked once more, with its consequences, before it happens. */
export function NodeActions({ node, onPay }: NodeActionsProps) {
  const t = useText('node-list')
  const [asked, setAsked] = useState<Act | null>(null)
  const acts = useNodeActs((kind) => {
    toast.success(t(`done.${kind}`))
    setAsked(null)
  })
  const wordOf = (kind: ActionKind) => (kind === 'cancel' && node.state === 'payment' ? 'leave' : kind)

  if (asked) {
    const act = acts[asked]
    const isBusy = act.sending === 'sending'
    return (
      <div>
        <p className="text-15">{t(`ask.${asked === 'cancel' && node.state === 'payment' ? 'leave' : asked}`)}</p>
        <Unanswered fault={act.fault} />
        <div className="mt-3 grid grid-cols-2 gap-2 max-[359px]:grid-cols-1">
          <Button kind="quiet" disabled={isBusy} onClick={() => setAsked(null)}>
            {t('ask.back')}
          </Button>
          <Button kind={asked === 'start_now' ? 'main' : 'danger'} busy={isBusy} onClick={() => act.send({ nodeNo: node.nodeNo })}>
            {t(`confirm.${asked}`)}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
      {actionsOf(node).map((kind) => (
        <Button key={kind} kind={buttonKinds[kind]} disabled={kind !== 'pay' && acts[kind].sending === 'awaited'} onClick={() => (kind === 'pay' ? onPay(node.intentNo) : setAsked(kind))}>
          {t(`action.${wordOf(kind)}`)}
        </Button>
      ))}
    </div>
  )
}
