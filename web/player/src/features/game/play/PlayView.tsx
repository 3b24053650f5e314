import { Link } from '@core/frame/links'
import { useSheet } from '@core/frame/useSheet'
import { PastChecks } from '@core/rounds/PastChecks'
import { sourcesOf } from '@core/rounds/api'
import { isBeforeLock } from '@core/rounds/decideRounds'
import { learnEarly } from '@core/rounds/lookUp'
import type { EntryReceipt } from '@core/rounds/receipts'
import { useReceipts } from '@core/rounds/useReceipts'
import { useSession } from '@core/session/store'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Icon } from '@kit/ui/Icon'
import { Skeletons } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useCurrent, useProtection, useHistory } from '../api'
import type { Current, RoundSummary } from '../contract'
import { guardOf, isWithout, phaseOf } from '../decideGame'
import { PastList } from '../record/PastList'
import { JoinForm } from './JoinForm'
import { Result } from './Result'
import { RoundHead } from './RoundHead'

interface PlayViewProps {
  onOpen: (period: string) => void
  /** So many points are missing for an entry. */
  onNeed: (points: number) => void
}

/** The round of this moment: what came of the last one, choosing and taking part, and the rounds before. */
export function PlayView(props: PlayViewProps) {
  const current = useCurrent()
  const protection = useProtection()
  const waiting = <Skeletons heights={['232px', '150px', '180px', '52px']} className="flex flex-col gap-4" />
  return (
    <Answer of={current} isHeldBack={protection.isPending} waiting={waiting}>
      {(data) => (
        <Play
          {...props}
          current={data}
          isWithout={isWithout(protection.data, data)}
          asksAge={protection.data !== undefined && guardOf(protection.data, data) === 'no_age'}
          onTurn={() => current.refetch()}
        />
      )}
    </Answer>
  )
}

interface PlayProps extends PlayViewProps {
  current: Current
  isWithout: boolean
  /** The question about the age says what is to be known of the game. */
  asksAge: boolean
  /** Another round is the present one, or may be. */
  onTurn: () => Promise<unknown>
}

function Play({ onOpen, onNeed, current, isWithout, asksAge, onTurn }: PlayProps) {
  const t = useText('game')
  const { receipts, keep } = useReceipts()
  const { round } = current
  const phase = phaseOf(round, serverNow())
  const receipt = useEntryReceipt(round)
  const followed = receipts.find(({ isSeen, period }) => !isSeen && (period !== round.period || phase !== 'open'))
  return (
    <PullToRefresh onRefresh={onTurn}>
      <div className="flex flex-col gap-4">
        {followed && <Result key={followed.period} receipt={followed} draw={followed.period === round.period ? round : null} keep={keep} onOpen={onOpen} />}
        {followed?.period !== round.period && (
          <>
            <RoundHead round={round} phase={phase} isWithout={isWithout} onTurn={() => void onTurn()} />
            <JoinForm key={round.period} current={current} phase={phase} receipt={receipt} onJoined={keep} onNeed={onNeed} />
          </>
        )}
        <Tools points={current.gamePoints} />
        {!asksAge && <p className="text-13 text-muted">{t('risk')}</p>}
        <RecentRounds onOpen={onOpen} />
      </div>
      <PastChecks receipts={receipts} except={[round.period, followed?.period]} keep={keep} />
    </PullToRefresh>
  )
}

const shown = 3

/** The last rounds, below what is played now. */
function RecentRounds({ onOpen }: { onOpen: (period: string) => void }) {
  const t = useText('game')
  const { rows } = useHistory()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="recent-rounds">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="recent-rounds" className="text-18 font-semibold">
          {t('history.title')}
        </h2>
        <Link to="/trade?tab=box&view=history" className="inline-flex min-h-11 min-w-11 items-center justify-end text-15 text-brass-ink">
          {t('history.all')}
        </Link>
      </div>
      <PastList rounds={rows} atMost={shown} onOpen={onOpen} />
    </section>
  )
}

const row = 'press flex min-h-12 w-full flex-wrap items-center gap-x-3 px-4 text-left text-15'

/** What stands beside playing: points for it and back, how it is fair, and how to play less. */
function Tools({ points }: { points: number }) {
  const t = useText('game')
  const fairness = useSheet('fairness')
  const exchange = useSheet('exchange')
  return (
    <ul className="divide-y divide-line rounded-card border border-line">
      <Tool onPress={exchange.open}>
        {t('exchange.open')}
        <span className="points ml-auto">
          <Amount value={String(points)} currency="GP" own />
        </span>
      </Tool>
      <Tool onPress={fairness.open}>{t('fair.open')}</Tool>
      <li>
        <Link to="/trade?tab=box&view=limits" className={row}>
          <span className="min-w-0 flex-1">{t('limits.title')}</span>
          <Forward />
        </Link>
      </li>
    </ul>
  )
}

function Tool({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" onClick={onPress} className={row}>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">{children}</span>
        <Forward />
      </button>
    </li>
  )
}

function Forward() {
  return <Icon name="forward" size={18} look="text-muted" />
}

/** What was not learnt for want of an answer is asked for again. */
const againMs = 10_000

/**
 * What this device keeps of the player's entry in the present round: one whose answer was lost, or that was made on
 * another device, is taken over. What only counts before the lock is learnt.
 */
function useEntryReceipt({ period, mine }: RoundSummary): EntryReceipt | undefined {
  const { receipts, keep } = useReceipts()
  const app = useSession((state) => state.app)
  const receipt = receipts.find((one) => one.period === period)
  const isLost = app !== null && mine !== null && receipt === undefined
  const isEarly = app !== null && isBeforeLock(app, period)
  const isUnlearnt = isEarly && receipt !== undefined && receipt.anchorAddress === undefined
  const takeOver = useEffectEvent(() => {
    if (mine) keep({ ...receiptOf(period, mine), ...(!isEarly && { isTold: true }) })
  })
  const learn = useEffectEvent(async () => {
    if (!receipt || !app) return
    const learnt = await learnEarly(receipt, sourcesOf(app))
    if (Object.keys(learnt).length > 0) keep({ ...receipt, ...learnt })
  })
  useEffect(() => {
    if (isLost) takeOver()
  }, [period, isLost])
  useEffect(() => {
    if (!isUnlearnt) return
    void learn()
    const again = setInterval(() => void learn(), againMs)
    return () => clearInterval(again)
  }, [period, isUnlearnt])
  return receipt
}

function receiptOf(period: string, { entryNo, box, amount, player, receipt, receiptKey }: NonNullable<RoundSummary['mine']>): EntryReceipt {
  return { period, entryNo, box, amount, receipt, receiptKey, atMs: serverNow(), ...(player !== '' && { player }) }
}
