import { Link } from '@core/frame/links'
import { Worth } from '@core/price/Worth'
import { signOf } from '@kit/amount/format'
import { Machine as MachineArt } from '@kit/art/Machine'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Copied } from '@kit/ui/Copied'
import { Disclosure } from '@kit/ui/Disclosure'
import { AmountFact, Fact, Facts, TimeFact } from '@kit/ui/Facts'
import { Ticks } from '@kit/ui/Ticks'
import { useFigures } from '@kit/amount/useFigures'
import { Explained } from '@core/words/Explained'
import { late } from '@core/frame/late'
import { LateDisclosure } from '@kit/ui/LateDisclosure'
import { Card } from '@kit/ui/Card'
import { Verbatim } from '@kit/ui/Verbatim'
import { LinkButton } from '@core/frame/LinkButton'
import { placeOf } from '@core/frame/places'
import { sumOf } from '@kit/amount/compare'
import { serverNow } from '@kit/time/clock'
import { usePrices } from '@core/price/api'
import { dayMs } from '@kit/time/days'
import type { MyMachineDetail } from '../contract'
import { hasRun, interestShare, phaseOf, principalOf } from './decideMachine'
import { Arriving } from './Arriving'
import { FirstDay, Growing, Landing } from './Growing'
import { MachineDeadlineLine } from './MachineRow'
import { MachineStatusChip } from './MachineStatusChip'
import { WhatIfPart } from '../buy/WhatIfPart'
import { useMachineStatistics } from './api'

const SoldEachDay = late(() => import('./SoldEachDay').then((module) => module.SoldEachDay), ['help'])
const ShareCard = late(() => import('../share/ShareCard').then((module) => module.ShareCard), ['personal'])

/** A machine's figures: principal, interest, output, dates. */
export function MachineOverview({ machine }: { machine: MyMachineDetail }) {
  const t = useText('machine')
  const { money } = useFigures()
  const phase = phaseOf(machine)
  const principal = principalOf(machine)
  const earns = machine.status === 'running' || machine.status === 'dug_out'
  const tone = earns ? 'gain' : 'muted'
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-4">
        <Arriving id={machine.id} createdAt={machine.createdAt} isBought={earns || phase === 'cooling'}>
          <MachineArt size={machine.product.size} seed={machine.id} isRunning={earns} isMoving={earns} />
        </Arriving>
        <div className="min-w-0">
          <MachineStatusChip status={machine.status} phase={phase} />
          <p className="mt-1.5 text-15">
            <MachineDeadlineLine machine={machine} />
          </p>
          <p className="mt-1 text-13 text-muted">
            <FirstDay machine={machine} />
          </p>
          <p className="mt-1 text-13 text-muted">
            {machine.status === 'dug_out' && (
              <>
                <Explained word="dugOut">{t('mine.status.dug_out')}</Explained>{' '}
              </>
            )}
            {t(`mine.next.${phase ?? machine.status}`, { exitAfterDays: machine.product.exitAfterDays, creditDays: machine.product.creditDays })}
          </p>
        </div>
      </div>
      {phase === 'matured' && <Matured machine={machine} />}
      {hasRun(machine) && <Brought machine={machine} tone={tone} />}
      {earns && <MyWhatIf machine={machine} />}
      {signOf(machine.etldPaid) > 0 && (
        <LateDisclosure title={t('mine.soldEachDay')} room="min-h-36">
          <SoldEachDay minerNo={machine.minerNo} />
        </LateDisclosure>
      )}
      {hasRun(machine) && (
        <LateDisclosure title={t('mine.shareCard')} room="min-h-96">
          <ShareCard machine={machine} />
        </LateDisclosure>
      )}
      <Facts>
        <Fact name={t('mine.detail.principal')} note={principal === 'none' ? undefined : t(`mine.principal.${principal}`)}>
          <Amount value={machine.principal} currency="USDT" own />
        </Fact>
        <AmountFact name={<Explained word="power">{t('mine.detail.power')}</Explained>} value={String(machine.power)} currency="T" />
        <Fact
          name={<Explained word="parts">{t('mine.detail.fee')}</Explained>}
          note={t('mine.detail.feeNote', { fresh: money(machine.newPart, 'USDT'), repurchase: money(machine.repurchasePart, 'USDT') })}
        >
          <Amount value={machine.serviceFee} currency="USDT" />
        </Fact>
        {signOf(machine.unallocatedReward) > 0 && (
          <AmountFact name={t('mine.detail.unallocated')} value={machine.unallocatedReward} currency="USDT" own note={t('mine.detail.unallocatedNote')} />
        )}
        {hasRun(machine) && <TimeFact name={t('mine.detail.startAt')} at={machine.startAt} />}
        {machine.endAt && <TimeFact name={t('mine.detail.endAt')} at={machine.endAt} />}
        {machine.exitFrom && <TimeFact name={t('mine.detail.exitFrom')} at={machine.exitFrom} note={t('mine.detail.exitFromNote')} />}
        {machine.pausedSeconds > 0 && (
          <Fact name={t('mine.detail.paused')} note={t('mine.detail.pausedNote')}>
            {t('mine.detail.pausedFor', { hours: Math.floor(machine.pausedSeconds / 3600), minutes: Math.floor(machine.pausedSeconds / 60) % 60 })}
          </Fact>
        )}
      </Facts>
      <Disclosure title={t('mine.detail.support')}>
        <Facts>
          <Fact name={t('mine.detail.number')}>
            <span className="text-13">
              <Copied value={machine.minerNo} what={t('mine.detail.number')} />
            </span>
          </Fact>
          <Fact name={t('mine.detail.terms')}>
            <Verbatim look="fig text-13 break-all">{machine.product.termsVersion}</Verbatim>
          </Fact>
        </Facts>
      </Disclosure>
    </div>
  )
}

/** What the machine has brought so far, beside what it still may, and the way to each day of it. */
function Brought({ machine, tone }: { machine: MyMachineDetail; tone: 'gain' | 'muted' }) {
  const t = useText('machine')
  const { money, owned } = useFigures()
  return (
    <div className="grid grid-cols-1 gap-4 rounded-card border border-line bg-raised p-4">
      <Growing machine={machine} />
      <div>
        <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3 text-15">
          <span className="text-muted">{t('mine.detail.interest')}</span>
          <Landing value={machine.interestPaid} />
        </p>
        <Ticks share={interestShare(machine.interestPaid, machine.product.interestTotal)} tone={tone} />
        <p className="mt-1 text-13 text-muted">
          {t('mine.detail.interestRest', { rest: owned(machine.interestRest, 'USDT'), total: money(machine.product.interestTotal, 'USDT') })}
        </p>
      </div>
      <div>
        <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3 text-15">
          <span className="text-muted">{t('mine.detail.etld')}</span>
          <Amount value={machine.etldPaid} currency="ETLD" own />
        </p>
        <div className="text-right">
          <Worth amount={machine.etldPaid} currency="ETLD" own />
        </div>
        <Ticks share={interestShare(machine.etldPaid, machine.etldCap)} />
        <p className="mt-1 text-13 text-muted">{t('mine.detail.etldCap', { cap: money(machine.etldCap, 'ETLD') })}</p>
      </div>
      <Link to={`/myMiner?view=statement&machine=${machine.id}`} className="-my-2.5 min-h-11 py-2.5 text-15 font-medium text-brass-ink">
        {t('mine.statement')}
      </Link>
    </div>
  )
}

/** A machine whose term is over: what came back, and what can be done with it. Nothing has to be. */
function Matured({ machine }: { machine: MyMachineDetail }) {
  const t = useText('machine')
  return (
    <Card label={t('mine.matured.title')}>
      <p className="text-15 text-muted">{t('mine.matured.title')}</p>
      <p className="text-20 font-semibold">
        <Amount value={machine.principal} currency="USDT" toned own />
      </p>
      <p className="mt-1 text-13 text-muted">{t('mine.matured.text')}</p>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2">
        <LinkButton to="/wallet" wide>
          {t('mine.matured.wallet')}
        </LinkButton>
        <LinkButton to={placeOf('product', machine.product.id)} wide>
          {t('mine.matured.again')}
        </LinkButton>
      </div>
    </Card>
  )
}

/**
 * What the machine comes to at another price and in another network, with what it has brought already. Its line is there at
 * once, as what it needs may come late.
 */
function MyWhatIf({ machine }: { machine: MyMachineDetail }) {
  const t = useText('machine')
  const { data: sums } = useMachineStatistics()
  const { data: prices } = usePrices(true)
  const bid = prices?.list.find(({ currency }) => currency === 'ETLD')?.price
  if (machine.endAt === null) return null
  if (sums?.rate === null) return <WhatIfPart title={t('mine.whatIf')} known="noRate" />
  const days = machine.status === 'dug_out' ? 0 : Math.max(0, Math.floor((Date.parse(machine.endAt) - serverNow()) / dayMs))
  const capLeft = sumOf([machine.etldCap, `-${machine.etldPaid}`])
  const certainCost = sumOf([machine.serviceFee, `-${machine.product.interestTotal}`])
  const known = sums &&
    bid !== undefined && { facts: { power: machine.power, days, rate: sums.rate, capLeft, mined: machine.etldPaid, certainCost }, bid, breakEven: null }
  return <WhatIfPart title={t('mine.whatIf')} known={known || null} />
}
