import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { Fact, Facts } from '@kit/ui/Facts'
import { useStatement } from './api'
import type { Protection } from './contract'

interface GuardProps {
  kind: 'no_age' | 'on_break' | 'reality'
  protection: Protection
}

/** What stands in the place of the form while the player may not play: his age, a break of his own, a look at the clock. */
export function Guard({ kind, protection }: GuardProps) {
  const t = useText('game')
  const { time } = useFigures()
  if (kind === 'no_age') return <Age />
  if (kind === 'reality') return <RealityCheck reality={protection.reality} />
  const until = protection.break?.until
  return (
    <Card label={t('break.title')}>
      <h3 className="text-16 font-semibold">{t('break.title')}</h3>
      <p className="mt-1 text-15">{until ? t('break.until', { time: time(until) }) : t('break.permanent')}</p>
      <p className="mt-1 text-13 text-muted">{t('break.note')}</p>
    </Card>
  )
}

function Age() {
  const t = useText('game')
  const statement = useStatement('/api/game/confirmAge')
  return (
    <Card label={t('age.title')}>
      <h3 className="text-16 font-semibold">{t('age.title')}</h3>
      <p className="mt-1 mb-4 text-15">{t('age.text')}</p>
      <Button kind="main" wide busy={statement.isPending} onClick={() => statement.mutate()}>
        {t('age.confirm')}
      </Button>
    </Card>
  )
}

const minuteSeconds = 60

function RealityCheck({ reality }: { reality: Protection['reality'] }) {
  const t = useText('game')
  const statement = useStatement('/api/game/confirmReality')
  return (
    <Card label={t('reality.title')}>
      <h3 className="text-16 font-semibold">{t('reality.title')}</h3>
      <Facts>
        <Fact name={t('reality.time')}>{t('played.minutes', { count: Math.round(reality.elapsedSeconds / minuteSeconds) })}</Fact>
        <Fact name={t('reality.rounds')}>{reality.rounds}</Fact>
        <Fact name={t('sheet.stakes')}>
          <Amount value={String(reality.staked)} currency="GP" />
        </Fact>
        <Fact name={t('net.title')} strong>
          <Amount value={String(reality.net)} currency="GP" toned />
        </Fact>
      </Facts>
      <p className="mt-2 mb-4 text-13 text-muted">{t('reality.text')}</p>
      <Button wide busy={statement.isPending} onClick={() => statement.mutate()}>
        {t('reality.confirm')}
      </Button>
    </Card>
  )
}
