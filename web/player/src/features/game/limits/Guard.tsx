import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { Unreachable } from '@kit/ui/Unreachable'
import { LinkButton } from '@core/frame/LinkButton'
import { useConfirmation } from '../api'
import type { Protection } from '../contract'
import type { GuardKind } from '../decideGame'

interface GuardProps {
  kind: GuardKind
  protection: Protection
  /** The player confirms what is asked. */
  onConfirm: () => void
}

/** What stands in the place of the form while the player may not play: his age, a break of his own, a look at the clock, a limit that is reached. */
export function Guard({ kind, protection, onConfirm }: GuardProps) {
  const t = useText('game')
  const { time } = useFigures()
  if (kind === 'no_age') return <Age onConfirm={onConfirm} />
  if (kind === 'reality') return <RealityCheck reality={protection.reality} onConfirm={onConfirm} />
  if (kind === 'limit') return <LimitReached protection={protection} />
  const until = protection.break?.until
  return (
    <Card label={t('break.title')}>
      <h3 className="text-16 font-semibold">{t('break.title')}</h3>
      <p className="mt-1 text-15">{until ? t('break.until', { time: time(until) }) : t('break.permanent')}</p>
      <p className="mt-1 text-13 text-muted">{t('break.note')}</p>
    </Card>
  )
}

function Age({ onConfirm }: Pick<GuardProps, 'onConfirm'>) {
  const t = useText('game')
  const statement = useConfirmation('/api/game/confirmAge', onConfirm)
  return (
    <Card label={t('age.title')}>
      <h3 className="text-16 font-semibold">{t('age.title')}</h3>
      <p className="mt-1 mb-4 text-15">{t('age.text')}</p>
      <Button kind="main" wide busy={statement.isPending} onClick={() => statement.mutate()}>
        {t('age.confirm')}
      </Button>
      <Unreachable fault={statement.error} />
    </Card>
  )
}

const minuteSeconds = 60

function RealityCheck({ reality, onConfirm }: Pick<GuardProps, 'onConfirm'> & Pick<Protection, 'reality'>) {
  const t = useText('game')
  const statement = useConfirmation('/api/game/confirmReality', onConfirm)
  return (
    <Card label={t('reality.title')}>
      <h3 className="text-16 font-semibold">{t('reality.title')}</h3>
      <Facts>
        <Fact name={t('reality.time')}>{t('played.minutes', { count: Math.round(reality.elapsedSeconds / minuteSeconds) })}</Fact>
        <Fact name={t('reality.rounds')}>{reality.rounds}</Fact>
        <AmountFact name={t('sheet.stakes')} value={String(reality.staked)} currency="GP" />
        <AmountFact name={t('net.title')} value={String(reality.net)} currency="GP" toned strong />
      </Facts>
      <p className="mt-2 mb-4 text-13 text-muted">{t('reality.text')}</p>
      <Button wide busy={statement.isPending} onClick={() => statement.mutate()}>
        {t('reality.confirm')}
      </Button>
      <Unreachable fault={statement.error} />
    </Card>
  )
}

function LimitReached({ protection: { stake, loss, dayEndsAt } }: { protection: Protection }) {
  const t = useText('game')
  const { time } = useFigures()
  const reached = loss.rest < stake.rest ? 'loss' : 'stake'
  const { limit } = reached === 'loss' ? loss : stake
  return (
    <Card label={t('limit.title')}>
      <h3 className="text-16 font-semibold">{t('limit.title')}</h3>
      <Facts>
        <AmountFact name={t(`limit.of.${reached}`)} value={String(limit)} currency="GP" strong />
        <AmountFact name={t('limit.rest')} value={String((reached === 'loss' ? loss : stake).rest)} currency="GP" />
      </Facts>
      <p className="mt-2 mb-4 text-13 text-muted">{t('limit.until', { time: time(dayEndsAt) })}</p>
      <LinkButton to="/trade?tab=box&view=limits" kind="quiet" wide>
        {t('limits.title')}
      </LinkButton>
    </Card>
  )
}
