import { Link } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Answer } from '@kit/ui/Answer'
import { Skeletons } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { PastChecks } from '@core/rounds/PastChecks'
import { useReceipts } from '@core/rounds/useReceipts'
import { useCurrent, useProtection, useHistory } from '../api'
import type { Current } from '../contract'
import { guardOf, isWithout, phaseOf } from '../decideGame'
import { JoinForm } from './JoinForm'
import { Result } from './Result'
import { RoundHead } from './RoundHead'
import { Tools } from './Tools'
import { useEntryReceipt } from './useEntryReceipt'
import { PastList } from '../record/PastList'

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
