import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { emptyBoxes, multipleOf, possibleWins } from '../decideGame'

/** What an amount may win, how likely each is, and what stays with the platform. */
export function Odds({ amount }: { amount: number }) {
  const t = useText('game')
  const { figure, percent } = useFigures()
  return (
    <>
      <p className="text-13 text-muted">{t('odds.for', { amount: figure(String(amount)) })}</p>
      <Facts>
        {possibleWins(amount).map(({ tenths, win }) => (
          <Fact key={tenths} name={t('odds.prize', { multiple: figure(multipleOf(tenths), { decimalsMin: 1 }), chance: percent('0.1') })}>
            <Amount value={String(win)} currency="GP" />
          </Fact>
        ))}
        <AmountFact name={t('odds.empty', { chance: percent(`0.${emptyBoxes}`) })} value="0" currency="GP" />
      </Facts>
    </>
  )
}
