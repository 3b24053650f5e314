import { ItemActions } from '@core/checkout/ItemActions'
import { Detail } from '@core/frame/Detail'
import { hasText, useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import type { ButtonKind } from '@kit/ui/Button'
import { Skeletons } from '@kit/ui/Loading'
import { Segmented } from '@kit/ui/Segmented'
import { Timeline } from '@kit/ui/Timeline'
import { toast } from '@kit/ui/toast'
import { useState } from 'react'
import type { HistoryStep, MyMachineDetail } from '../contract'
import { IncomeLog } from '../income/IncomeLog'
import { MachineOverview } from './MachineOverview'
import { useMachineActs, useMyMachine } from './api'
import { actionsOf, phaseOf, type MachineActionKind } from './decideMachine'

const views = ['overview', 'income', 'history'] as const
type View = (typeof views)[number]

interface MachineSheetProps {
  id: string
  view: string | null
  onView: (view: View | null) => void
  /** It was started, cancelled or left. */
  onMoved: () => void
  onPay: (intentNo: string) => void
  onClose: () => void
}

/** One machine of mine: overview, income with its inputs, history, and what can be done now. */
export function MachineSheet({ id, view, onView, onMoved, onPay, onClose }: MachineSheetProps) {
  const t = useText('machine')
  const answer = useMyMachine(id)
  const shown = views.find((candidate) => candidate === view) ?? 'overview'
  // Whoever comes for the income wants to see how it was computed.
  const [cameFor] = useState(shown)
  const { data } = answer
  return (
    <Detail
      onClose={onClose}
      title={data?.product.name ?? t('mine.sheet.title')}
      footer={data && actionsOf(data).length > 0 ? <MachineActions machine={data} onMoved={onMoved} onPay={onPay} /> : undefined}
    >
      <Answer
        of={answer}
        waiting={<Skeletons heights={['54px', '96px', '280px']} className="flex min-h-[80dvh] flex-col gap-4" />}
        missing={t('mine.sheet.missing')}
      >
        {(machine) => (
          <div className="flex min-h-[80dvh] flex-col gap-4">
            <Segmented
              label={t('mine.sheet.views')}
              value={shown}
              onChange={(next) => onView(next === 'overview' ? null : next)}
              of={views}
              nameOf={(one) => t(`mine.view.${one}`)}
            />
            {shown === 'overview' && <MachineOverview machine={machine} />}
            {shown === 'income' && <IncomeLog machine={machine} opensFirst={cameFor === 'income'} />}
            {shown === 'history' && <MachineHistory history={machine.history} />}
          </div>
        )}
      </Answer>
    </Detail>
  )
}

/** What became of the machine so far. */
function MachineHistory({ history }: { history: readonly HistoryStep[] }) {
  const t = useText('machine')
  const steps = history
    .toReversed()
    .map((step) => ({
      at: step.at,
      title: hasText('machine', `mine.cause.${step.cause}`) ? t(`mine.cause.${step.cause}`) : step.cause,
      actor: t(`mine.actor.${step.actor}`),
      children: step.note && <p className="text-15">{step.note}</p>,
    }))
  return <Timeline steps={steps} />
}

const looks: Record<MachineActionKind, ButtonKind> = { pay: 'main', start_now: 'main', cancel: 'quiet', exit: 'danger' }

/** What can be done with the machine now. */
function MachineActions({ machine, onMoved, onPay }: { machine: MyMachineDetail; onMoved: () => void; onPay: (intentNo: string) => void }) {
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
