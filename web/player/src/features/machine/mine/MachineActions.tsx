import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { useCommand, useEarlierCommands } from '@core/command/useCommand'
import { Button, type ButtonKind } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import type { MyMachineDetail } from '../contract'
import { actionsOf, phaseOf, type ActionKind } from './decideMachine'
import { Unanswered } from '../Unanswered'

type Act = Exclude<ActionKind, 'pay'>

interface MachineActionsProps {
  machine: MyMachineDetail
  onPay: (intentNo: string) => void
  onDone: () => void
}

const buttonKinds: Record<ActionKind, ButtonKind> = { pay: 'main', start_now: 'main', cancel: 'quiet', exit: 'danger' }

const paths = { start_now: '/api/miner/startNow', cancel: '/api/miner/cancel', exit: '/api/miner/exit' } as const

/** What can be done with the machine now; each is asked once more, with its consequences, before it happens. */
export function MachineActions({ machine, onPay, onDone }: MachineActionsProps) {
  const t = useText('machine-mine')
  const [asked, setAsked] = useState<Act | null>(null)
  const command = useCommand()
  const pending = useEarlierCommands((state) => state.pending)
  const phase = phaseOf(machine)
  const act = useMutation({
    mutationFn: (kind: Act) => command.run(paths[kind], { minerNo: machine.minerNo }),
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
        <Button key={kind} kind={buttonKinds[kind]} disabled={kind !== 'pay' && pending.some(({ path }) => path === paths[kind])} onClick={() => (kind === 'pay' ? onPay(machine.intentNo) : setAsked(kind))}>
          {t(`action.${kind === 'cancel' && phase === 'payment' ? 'leave' : kind}`)}
        </Button>
      ))}
    </div>
  )
}
