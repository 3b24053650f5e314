import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Segmented } from '@kit/ui/Segmented'
import { Sheet } from '@kit/ui/Sheet'
import { Skeleton } from '@kit/ui/Skeleton'
import { useMyMachine } from './api'
import { actionsOf } from './decideMachine'
import { IncomeLog } from '../income/IncomeLog'
import { MachineActions } from './MachineActions'
import { MachineHistory } from './MachineHistory'
import { MachineOverview } from './MachineOverview'

const views = ['overview', 'income', 'history'] as const
type View = (typeof views)[number]

const codeNotFound = 1005

interface MachineSheetProps {
  id: string
  view: string | null
  onView: (view: View | null) => void
  onPay: (intentNo: string) => void
  onClose: () => void
}

/** One machine of mine: overview, income with its inputs, history, and what can be done now. */
export function MachineSheet({ id, view, onView, onPay, onClose }: MachineSheetProps) {
  const t = useText('machine-mine')
  const answers = useQueryClient()
  const machine = useMyMachine(id)
  const shown = views.find((candidate) => candidate === view) ?? 'overview'
  const { data } = machine
  const isMissing = machine.error instanceof ApiError && machine.error.code === codeNotFound
  return (
    <Sheet
      open
      onClose={onClose}
      title={data?.product.name ?? t('sheet.title')}
      footer={data && actionsOf(data).length > 0 ? <MachineActions machine={data} onPay={onPay} onDone={() => void answers.invalidateQueries()} /> : undefined}
    >
      {machine.isPending && <SheetSkeleton />}
      {machine.isError && !data && (isMissing ? <p className="py-6 text-center text-15 text-muted">{t('sheet.missing')}</p> : <ErrorRetry fault={machine.error} onRetry={() => void machine.refetch()} />)}
      {data && (
        <div className="flex min-h-[80dvh] flex-col gap-4">
          <Segmented<View> label={t('sheet.views')} value={shown} onChange={(next) => onView(next === 'overview' ? null : next)} options={views.map((value) => ({ value, label: t(`view.${value}`) }))} />
          {shown === 'overview' && <MachineOverview machine={data} />}
          {shown === 'income' && <IncomeLog machine={data} />}
          {shown === 'history' && <MachineHistory history={data.history.toReversed()} />}
        </div>
      )}
    </Sheet>
  )
}

function SheetSkeleton() {
  const t = useText('common')
  return (
    <div role="status" aria-label={t('loading')} className="flex min-h-[80dvh] flex-col gap-4">
      <Skeleton height="54px" />
      <Skeleton height="96px" />
      <Skeleton height="280px" />
    </div>
  )
}
