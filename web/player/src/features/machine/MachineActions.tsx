import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createPress } from '@kit/api/press'
import { useText } from '@kit/i18n/text'
import { call } from '@kit/session/api'
import { Button, type ButtonKind } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import type { MyMachineDetail } from './api'
import { actionsOf, phaseOf, type ActionKind } from './decideMachine'
import { Unanswered } from './Unanswered'

type Act = Exclude<ActionKind, 'pay'>

interface MachineActionsProps {
  machine: MyMachineDetail
  onPay: (intentNo: string) => void
  onDone: () => void
}

const buttonKinds: Record<ActionKind, ButtonKind> = { pay: 'main', start_now: 'main', cancel: 'quiet', exit: 'danger' }

/** What can be done with the machine now; each is asked once more, with its consequences, before it happens. */
export function MachineActions({ machine, onPay, onDone }: MachineActionsProps) {
  const t = useText('machine-mine')
  const [asked, setAsked] = useState<Act | null>(null)
  const [press] = useState(() => createPress())
  const phase = phaseOf(machine)
  const act = useMutation({
    mutationFn: (kind: Act) => press.run({ minerNo: machine.minerNo, kind }, ({ minerNo, requestId }) => send(kind, { minerNo, requestId })),
    onSuccess: (_, kind) => {
      toast.success(t(`done.${kind}`))
      setAsked(null)
      onDone()
    },
    onError: onDone,
  })

  if (asked) {
    return (
      <div>
        <p className="text-15">{t(`ask.${asked === 'cancel' && phase === 'payment' ? 'leave' : asked}`)}</p>
        <Unanswered fault={act.error} />
        <div className="mt-3 grid grid-cols-2 gap-2 max-[359px]:grid-cols-1">
          <Button kind="quiet" disabled={act.isPending} onClick={() => setAsked(null)}>
            {t('ask.back')}
          </Button>
          <Button kind={asked === 'start_now' ? 'main' : 'danger'} busy={act.isPending} onClick={() => act.mutate(asked)}>
            {t(`confirm.${asked}`)}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
      {actionsOf(machine).map((kind) => (
        <Button key={kind} kind={buttonKinds[kind]} onClick={() => (kind === 'pay' ? onPay(machine.intentNo) : setAsked(kind))}>
          {t(`action.${kind === 'cancel' && phase === 'payment' ? 'leave' : kind}`)}
        </Button>
      ))}
    </div>
  )
}

function send(kind: Act, params: { minerNo: string; requestId: string }) {
  if (kind === 'start_now') return call('/api/miner/startNow', params)
  return kind === 'cancel' ? call('/api/miner/cancel', params) : call('/api/miner/exit', params)
}
