import { useText } from '@kit/i18n/text'
import { Part } from '../frame/Panel'
import { decideWalletLines } from './decideWalletLines'

/** The text that the wallet has to show, word for word, in lines to compare; the time at its end is that of signing. */
export function WalletText({ phrase }: { phrase: string }) {
  const t = useText('console')
  return (
    <Part title={t('wallet.shows')}>
      <pre className="rounded-field border border-line bg-sunk p-3 font-sans text-13 text-balance break-words whitespace-pre-wrap">
        <span translate="no" data-wallet>
          {decideWalletLines(phrase).map((line) => (
            <span key={line[0]?.at} className="not-last:mb-1.5 not-last:block">
              {line.map(({ at, said, isWeighty }) => (
                <span key={at} className={isWeighty ? 'fig font-semibold' : ''}>
                  {said}
                </span>
              ))}
            </span>
          ))}
        </span>
        <span className="text-muted">{t('wallet.time')}</span>
      </pre>
    </Part>
  )
}
