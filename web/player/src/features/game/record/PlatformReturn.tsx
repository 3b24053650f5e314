import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { Fact, Facts } from '@kit/ui/Facts'
import type { GameStatistics } from '../contract'

/** What was really returned so far, with the band chance leaves it, beside what the rules promise. */
export function PlatformReturn({ platform, returnRate }: GameStatistics) {
  const t = useText('game')
  const { figure, percent } = useFigures()
  return (
    <Card label={t('return.title')}>
      <Facts>
        <Fact name={t('return.promised')}>{percent(returnRate)}</Fact>
        <Fact
          name={t('return.actual')}
          note={platform.rounds === 0 ? t('return.none') : t('return.band', { low: percent(platform.bandLow), high: percent(platform.bandHigh) })}
          strong
        >
          {platform.rounds === 0 ? '—' : percent(platform.actualReturn)}
        </Fact>
        <Fact name={t('return.rounds')}>{figure(String(platform.rounds))}</Fact>
        <Fact name={t('return.voids')}>{figure(String(platform.voids))}</Fact>
      </Facts>
    </Card>
  )
}
