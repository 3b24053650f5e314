import { Detail } from '@core/frame/Detail'
import { hasText, useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Segmented } from '@kit/ui/Segmented'
import { Skeletons } from '@kit/ui/Loading'
import { Timeline } from '@kit/ui/Timeline'
import { useMyMachine } from './api'
import type { HistoryStep } from '../contract'
import { actionsOf } from './decideMachine'
import { IncomeLog } from '../income/IncomeLog'
import { MachineActions } from './MachineActions'
import { MachineOverview } from './MachineOverview'

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
            <Segmented<View>
              label={t('mine.sheet.views')}
              value={shown}
              onChange={(next) => onView(next === 'overview' ? null : next)}
              options={views.map((value) => ({ value, label: t(`mine.view.${value}`) }))}
            />
            {shown === 'overview' && <MachineOverview machine={machine} />}
            {shown === 'income' && <IncomeLog machine={machine} />}
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
