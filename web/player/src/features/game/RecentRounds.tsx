import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { useHistory } from './api'
import { PastList } from './PastList'

const shown = 3

/** The last rounds, below what is played now. */
export function RecentRounds({ onOpen }: { onOpen: (period: string) => void }) {
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
