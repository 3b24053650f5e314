import { useState } from 'react'
import { ItemActions } from '@core/checkout/ItemActions'
import { useText } from '@kit/i18n/text'
import type { ButtonKind } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import type { MyMachineDetail } from '../contract'
import { useMachineActs } from './api'
import { actionsOf, phaseOf, type MachineActionKind } from './decideMachine'

interface MachineActionsProps {
  machine: MyMachineDetail
  onMoved: () => void
  onPay: (intentNo: string) => void
}

const looks: Record<MachineActionKind, ButtonKind> = { pay: 'main', start_now: 'main', cancel: 'quiet', exit: 'danger' }

/** What can be done with the machine now. */
export function MachineActions({ machine, onMoved, onPay }: MachineActionsProps) {
  const t = useText('machine')
  const [asked, setAsked] = useState<MachineActionKind | null>(null)
  const acts = useMachineActs((kind) => {
    toast.success(t(`mine.done.${kind}`))
    setAsked(null)
    onMoved()
  })
  const actions = actionsOf(machine).map((kind) => {
    const look = looks[kind]
    if (kind === 'pay') return { kind, label: t('mine.action.pay'), look, run: () => onPay(machine.intentNo), question: null }
    const { send, sending, fault } = acts[kind]
    const word = kind === 'cancel' && phaseOf(machine) === 'payment' ? 'leave' : kind
    return {
      kind,
      label: t(`mine.action.${word}`),
      look,
      run: () => send({ minerNo: machine.minerNo }),
      question: { text: t(`mine.ask.${word}`), yes: t(`mine.confirm.${kind}`), sending, fault },
    }
  })
  return <ItemActions actions={actions} asked={asked} onAsk={setAsked} />
}
