import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import type { RoundSummary } from './contract'

/** The player takes part: with what, and what proves it. */
export function Entered({ mine }: { mine: NonNullable<RoundSummary['mine']> }) {
  const t = useText('game')
  const { money } = useFigures()
  return (
    <Card label={t('joined.title')}>
      <p className="text-16 font-semibold">{t('joined.with', { box: mine.box, amount: money(String(mine.amount), 'GP') })}</p>
      <p className="mt-1 text-13 text-muted">{t('joined.receipt', { number: mine.entryNo })}</p>
    </Card>
  )
}
