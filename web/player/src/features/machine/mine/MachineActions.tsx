import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button, type ButtonKind } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import type { MyMachineDetail } from '../contract'
import { useMachineActs, type Act } from './api'
import { actionsOf, phaseOf, type ActionKind } from './decideMachine'
import { Unanswered } from '@core/checkout/Unanswered'

interface MachineActionsProps {
  machine: MyMachineDetail
  onPay: (intentNo: string) => void
}

const buttonKinds: Record<ActionKind, ButtonKind> = { pay: 'main', start_now: 'main', cancel: 'quiet', exit: 'danger' }

/** What can be done with the machine now; each is asked once more, with its consequences, before it happens. */
export function MachineActions({ machine, onPay }: MachineActionsProps) {
  const t = useText('machine-mine')
  const [asked, setAsked] = useState<Act | null>(null)
  const phase = phaseOf(machine)
  const acts = useMachineActs((kind) => {
    toast.success(t(`done.${kind}`))
    setAsked(null)
  })

  if (asked) {
    const act = acts[asked]
    const isBusy = act.sending === 'sending'
    return (
      <div>
        <p className="text-15">{t(`ask.${asked === 'cancel' && phase === 'payment' ? 'leave' : asked}`)}</p>
        <Unanswered fault={act.fault} />
        <div className="mt-3 grid grid-cols-2 gap-2 max-[359px]:grid-cols-1">
          <Button kind="quiet" disabled={isBusy} onClick={() => setAsked(null)}>
            {t('ask.back')}
          </Button>
          <Button kind={asked === 'start_now' ? 'main' : 'danger'} busy={isBusy} onClick={() => act.send({ minerNo: machine.minerNo })}>
            {t(`confirm.${asked}`)}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
      {actionsOf(machine).map((kind) => (
        <Button key={kind} kind={buttonKinds[kind]} disabled={kind !== 'pay' && acts[kind].sending === 'awaited'} onClick={() => (kind === 'pay' ? onPay(machine.intentNo) : setAsked(kind))}>
          {t(`action.${kind === 'cancel' && phase === 'payment' ? 'leave' : kind}`)}
        </Button>
      ))}
    </div>
  )
}
