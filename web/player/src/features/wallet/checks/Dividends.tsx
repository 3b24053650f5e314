import { Link } from '@core/frame/links'
import { dividendPlace } from '@core/frame/places'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { VerdictMark } from '@kit/ui/VerdictMark'
import { Heading } from './Heading'
import { standingOf, worstOf, type Divided } from './decideChecks'

/** The statements of the user's dividends, divided anew on this device. */
export function Dividends({ list }: { list: readonly Divided[] }) {
  const t = useText('wallet-checks')
  const node = useText('node')
  const { month: print } = useFigures()
  return (
    <Card label={t('dividends')}>
      <Heading standing={worstOf(list.map(({ verdict }) => standingOf(verdict)))}>{t('dividends')}</Heading>
      <p className="mt-2 text-15 text-muted">{t(list.length === 0 ? 'dividends.none' : 'dividends.about')}</p>
      <ul className="mt-2 divide-y divide-line">
        {list.map(({ month, level, verdict }) => (
          <li key={`${month} ${level}`}>
            <Link to={dividendPlace(month, level)} className="press flex min-h-11 flex-wrap items-center gap-x-2 py-2 text-15">
              <VerdictMark standing={standingOf(verdict)} />
              <span>
                <span className="inline-block first-letter:uppercase">{print(month)}</span> · {node(`level.${level}`)}
              </span>
              <span className={`w-full text-13 ${verdict.kind === 'differs' ? 'text-loss' : 'text-muted'}`}>
                {verdict.kind === 'differs' ? t(`dividends.differs.${verdict.reason}`) : t('dividends.unread')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
