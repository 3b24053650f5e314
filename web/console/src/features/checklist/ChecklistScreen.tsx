import { Link } from 'react-router'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Skeleton } from '@kit/ui/Skeleton'
import { StatusChip, type Tone } from '@kit/ui/StatusChip'
import { Time } from '@kit/ui/Time'
import type { Schemas } from '@console/contract/contract'
import { Screen } from '@console/frame/Screen'
import { Settings } from '@console/words/Settings'
import { partsOf } from '@console/words/decideParts'
import { useChecklist } from './api'

type Step = Schemas['ChecklistStep']

/** Where what lacks is mended, as far as that is in the console. */
const to: Partial<Record<Step['lack'], string>> = { reading: '/chain', payouts_stopped: '/stops', stopped: '/stops', stock: '/machines', pool: '/money' }

const tones: Record<Step['state'], Tone> = { done: 'gain', missing: 'loss', look: 'brass' }

/** What is missing between an empty installation and the first sale, with what mends it. */
export function ChecklistScreen() {
  const t = useText('console-boards')
  const screens = useText('console')
  const list = useChecklist()
  const steps = list.data?.steps ?? []
  const missing = steps.filter(({ state }) => state === 'missing').length
  return (
    <Screen
      title={screens('screen.checklist')}
      note={list.data && (missing === 0 ? t('checklist.ready') : t('checklist.missing', { count: missing }))}
      right={
        list.data && (
          <p className="text-13 text-muted">
            <Time at={list.data.at} plain />
          </p>
        )
      }
    >
      <ErrorRetry of={list} aboveOld />
      {list.isPending && <Skeleton height="320px" />}
      <ol className="max-w-[860px]">
        {steps.map((step, index) => (
          <StepRow key={step.step} number={index + 1} step={step} />
        ))}
      </ol>
    </Screen>
  )
}

function StepRow({ number, step: { step, state, lack, of, cause } }: { number: number; step: Step }) {
  const t = useText('console-boards')
  const shared = useText('console')
  const { list: listed } = useFigures()
  const at = lack === 'stopped' ? listed(partsOf(of).map((part) => shared(`part.${part}`))) : of
  return (
    <li className="grid grid-cols-[2rem_1fr_auto] items-baseline gap-x-3 gap-y-1 border-b border-line py-3 last:border-0">
      <span className="fig text-right text-muted">{number}</span>
      <h2 className="text-15 font-medium">{t(`checklist.step.${step}`)}</h2>
      <StatusChip tone={tones[state]}>{t(`checklist.state.${state}`)}</StatusChip>
      {lack !== '' && (
        <div className="col-start-2 col-end-4 text-15 break-words">
          <p>
            {t(`checklist.lack.${lack}`, { of: at })}
            {cause !== '' && <span className="text-muted"> {cause}</span>}
          </p>
          {to[lack] === undefined ? (
            <p className="text-muted">
              <Settings of={t(`checklist.next.${lack}`)} />
            </p>
          ) : (
            <Link to={to[lack]} className="inline-flex min-h-11 items-center underline underline-offset-4">
              {t(`checklist.next.${lack}`)}
            </Link>
          )}
        </div>
      )}
    </li>
  )
}
