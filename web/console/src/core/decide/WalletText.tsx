import { useText } from '@kit/i18n/text'
import { Part } from '../frame/Panel'

/** The text that the wallet has to show, word for word, up to the time at its end. */
export function WalletText({ phrase }: { phrase: string }) {
  const t = useText('console')
  return (
    <Part title={t('wallet.shows')}>
      <pre translate="no" className="rounded-field border border-line bg-sunk p-3 font-sans text-13 break-words whitespace-pre-wrap">
        {phrase}
      </pre>
    </Part>
  )
}
