import { Gem } from '@kit/art/Gem'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { CountdownTo } from '@core/frame/CountdownTo'
import { StatusChip } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import type { MyNode } from '../contract'
import { decideDeadline, tones } from './decideNode'

/** One node of the list: what it is, how it stands, what it has brought so far. */
export function NodeRow({ node, onOpen }: { node: MyNode; onOpen: () => void }) {
  return (
    <button type="button" onClick={onOpen} className="press block w-full rounded-card border border-line bg-raised p-3 text-left sm:p-4">
      <span className="flex items-start gap-3">
        <span aria-hidden className="block size-14 shrink-0">
          <Gem level={node.level} />
        </span>
        <Lines node={node} />
      </span>
    </button>
  )
}

function Lines({ node }: { node: MyNode }) {
  const t = useText('node')
  return (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 text-16 font-semibold break-words hyphens-auto">{node.name}</span>
        <StatusChip tone={tones[node.state]}>{t(`list.state.${node.state}`)}</StatusChip>
      </span>
      <span className="mt-1 block text-13 text-muted">
        <NodeDeadlineLine node={node} plain />
      </span>
      {node.state === 'active' && (
        <span className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-13">
          <span className="fig text-muted">{t('list.row.weight', { days: node.weight })}</span>
          <span>
            <span className="text-muted">{t('list.row.dividends')}</span> <Amount value={node.dividends} currency="USDT" decimalsMax={4} signed own />
          </span>
        </span>
      )}
    </span>
  )
}

/** The moment that matters: a countdown or a date; `plain` within a button. */
export function NodeDeadlineLine({ node, plain }: { node: MyNode; plain?: boolean }) {
  const t = useText('node')
  const { time } = useFigures()
  const deadline = decideDeadline(node)
  if (deadline.kind === 'none') return null
  if (deadline.kind === 'payment') return <>{t('list.deadline.payment')}</>
  const label = t(`list.deadline.${deadline.kind}`)
  if (deadline.kind === 'cooling') {
    return <CountdownTo label={label} until={deadline.at} spoken={plain ? t('list.deadline.coolingEnd', { time: time(deadline.at) }) : null} />
  }
  return (
    <>
      {label} <Time at={deadline.at} plain={plain} />
    </>
  )
}
