import { Box } from '@kit/art/Box'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Countdown } from '@kit/ui/Countdown'
import { DrawScale } from './DrawScale'
import type { RoundSummary } from '../contract'
import type { RoundPhase } from '../decideGame'

interface RoundHeadProps {
  round: RoundSummary
  phase: RoundPhase
  /** The player is on a break or at a limit: the round is none of his. */
  isWithout: boolean
  /** A moment has passed after which the round is another. */
  onTurn: () => void
}

const afterDrawMs = 10_000

/** Which round it is, how long it takes entries, and how many there are: all of them real. */
export function RoundHead({ round, phase, isWithout, onTurn }: RoundHeadProps) {
  const t = useText('game')
  const { figure } = useFigures()
  const until = phase === 'open' ? round.lockAt : phase === 'locked' ? round.drawAt : new Date(Date.parse(round.drawAt) + afterDrawMs).toISOString()
  if (isWithout) {
    return (
      <section aria-label={t('round', { period: round.period })} className="text-center">
        <h2 className="fig text-15 font-normal text-muted">{t('without', { period: round.period })}</h2>
        <div aria-hidden className="mx-auto h-32 w-36">
          <Box />
        </div>
      </section>
    )
  }
  return (
    <section aria-label={t('round', { period: round.period })} className="text-center">
      <h2 className="fig text-15 font-normal text-muted">{t('round', { period: round.period })}</h2>
      <div aria-hidden className="mx-auto h-32 w-36">
        <Box />
      </div>
      {phase === 'waiting' ? (
        <p role="status" className="mx-auto mt-1 max-w-sm text-18 font-semibold">
          {t('phase.waiting')}
        </p>
      ) : (
        <>
          <p className="text-13 text-muted">{t(phase === 'open' ? 'phase.open' : phase === 'locked' ? 'phase.locked' : 'phase.next')}</p>
          <p className="text-40 leading-tight font-semibold">
            <Countdown key={until} until={until} onEnd={onTurn} />
          </p>
          {phase === 'locked' && (
            <div className="mx-auto mt-1 w-48">
              <DrawScale {...round} />
            </div>
          )}
        </>
      )}
      <p className="mt-1 text-13 text-muted">
        {round.entries === 0 ? t('entries.none') : t('entries.some', { count: round.entries, stakes: figure(String(round.stakes)) })}
      </p>
    </section>
  )
}
