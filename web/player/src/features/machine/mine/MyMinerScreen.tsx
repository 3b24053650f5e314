import { useCallback, useEffect, useRef } from 'react'
import { Machine } from '@kit/art/Machine'
import { useText } from '@kit/i18n/text'
import { EmptyState } from '@kit/ui/EmptyState'
import { ListAnswer } from '@kit/ui/ListAnswer'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Columns } from '@core/frame/Columns'
import { Screen } from '@core/frame/Screen'
import { useNavigate } from '@core/frame/links'
import { placeOf } from '@core/frame/places'
import { ChoiceRow } from '@kit/ui/ChoiceRow'
import { useFilter } from '@core/frame/useFilter'
import { searchNow, useSearchState } from '@core/frame/useSearchState'
import { useOpenPayment } from '@core/checkout/payment/api'
import { OpenPaymentNote } from '@core/checkout/payment/OpenPaymentNote'
import { PaymentSheet } from '@core/checkout/payment/PaymentSheet'
import { LinkButton } from '@core/frame/LinkButton'
import { Loading } from '@kit/ui/Loading'
import { useSheetOf } from '@core/frame/useSheet'
import { answers } from '@core/session/cache'
import { useMyMachines } from './api'
import type { MachineStatus } from '../contract'
import { statuses } from './decideMachine'
import { MachineRow, MachineRowSkeleton } from './MachineRow'
import { MachineSheet } from './MachineSheet'
import { Statistics, StatisticsSkeleton } from './Statistics'

/** My machines: what they earn together, each of them by status, and one of them in detail. */
export function MyMinerScreen() {
  const t = useText('machine')
  const navigate = useNavigate()
  const [search, show] = useSearchState()
  const filter = useFilter('status', statuses)
  const machine = useSheetOf('id', ['view'])
  const payment = useSheetOf('pay')
  const { payment: open, isPending } = useOpenPayment()

  return (
    <Screen title={t('mine.title')}>
      <Columns
        hint={t('mine.list.choose')}
        detail={
          machine.value && !payment.value ? (
            <MachineSheet
              key={machine.value}
              id={machine.value}
              view={search.get('view')}
              onView={(view) => show({ view })}
              // What a machine becomes is in the list of all of them; its sheet closes to that one, not to the entry it was opened from.
              onMoved={() =>
                search.has('status') && searchNow().get('id') === machine.value && navigate(placeOf('machine', machine.value ?? []), { replace: true })
              }
              onPay={payment.open}
              onClose={machine.close}
            />
          ) : null
        }
      >
        <PullToRefresh onRefresh={() => answers.invalidateQueries()}>
          <div className="flex flex-col gap-4">
            {open && <OpenPaymentNote payment={open} onOpen={() => payment.open(open.intentNo)} />}
            <div className="peer flex flex-col gap-4">{isPending ? <StatisticsSkeleton /> : <Statistics />}</div>
            {/* How tall the sums are is known with them: nothing stands below before. */}
            <div className="flex flex-col gap-4 peer-has-[.skeleton]:hidden">
              <h2 className="mt-2 text-20 font-semibold">{t('mine.list.title')}</h2>
              <ChoiceRow {...filter} label={t('mine.filter.label')} all={t('mine.filter.all')} nameOf={(one) => t(`mine.status.${one}`)} />
              <MachineList key={filter.value ?? 'all'} status={filter.value} openId={machine.value} onOpen={machine.choose} />
            </div>
          </div>
        </PullToRefresh>
      </Columns>
      {payment.value && <PaymentSheet key={payment.value} intentNo={payment.value} onClose={payment.close} />}
    </Screen>
  )
}

/** A row far from what is seen is neither laid out nor painted nor moved; its height is remembered, or guessed before it was seen. The padding of a row is room for the mark of its focus. */
const whenFar = { contentVisibility: 'auto', containIntrinsicBlockSize: 'auto 190px' } as const

function MachineList({ status, openId, onOpen }: { status: MachineStatus | null; openId: string | null; onOpen: (id: string) => void }) {
  const list = useMyMachines(status)
  // The way to open one is another after each move; a row that stays is not made again for it.
  const opening = useRef(onOpen)
  useEffect(() => {
    opening.current = onOpen
  })
  const open = useCallback((id: string) => opening.current(id), [])
  return (
    <ListAnswer list={list} waiting={<MachinesSkeleton />} empty={<NoMachines status={status} />}>
      {(machines) => (
        <ul className="-m-1 flex flex-col gap-1">
          {machines.map((machine) => (
            <li key={machine.id} className="p-1" style={whenFar}>
              <MachineRow machine={machine} isOpen={machine.id === openId} onOpen={open} />
            </li>
          ))}
        </ul>
      )}
    </ListAnswer>
  )
}

function MachinesSkeleton() {
  return (
    <Loading>
      <MachineRowSkeleton />
      <MachineRowSkeleton />
      <MachineRowSkeleton />
    </Loading>
  )
}

function NoMachines({ status }: { status: MachineStatus | null }) {
  const t = useText('machine')
  return (
    <EmptyState
      title={t(status ? 'mine.empty.status' : 'mine.empty.all')}
      hint={t(`mine.empty.hint.${status ?? 'all'}`)}
      art={<Machine size="medium" seed="empty" isRunning={false} />}
      action={
        status === null || status === 'running' ? (
          <LinkButton to="/" size="small">
            {t('mine.empty.buy')}
          </LinkButton>
        ) : undefined
      }
    />
  )
}
