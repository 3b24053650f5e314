import { Link } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Time } from '@kit/ui/Time'
import { useSheet } from '@core/frame/useSheet'
import type { Erasure } from './api'
import { EraseSheet } from './EraseSheet'

/** What can be erased and what stays; the way to have it erased, unless an order is on its way. */
export function EraseCard({ erasure }: { erasure: Erasure }) {
  const t = useText('personal')
  const sheet = useSheet('erase')
  const isBlocked = erasure.openOrders > 0
  return (
    <section className="rounded-card border border-line bg-raised p-4">
      <h2 className="text-18 font-semibold">{t('erase.title')}</h2>
      <p className="mt-1 text-15 text-muted">{t('erase.text')}</p>
      {erasure.erasedAt && (
        <p className="mt-2 text-15">
          {t('erase.last')} <Time at={erasure.erasedAt} />
        </p>
      )}
      {erasure.restAt && (
        <p className="mt-1 text-15">
          {t('erase.rest')} <Time at={erasure.restAt} />
        </p>
      )}
      {isBlocked && (
        <p className="mt-3 text-15">
          {t('erase.blocked', { count: erasure.openOrders })}{' '}
          <Link to="/order" className="text-brass-ink underline">
            {t('erase.orders')}
          </Link>
        </p>
      )}
      <div className="mt-4">
        <Button kind="danger" wide disabled={isBlocked} onClick={sheet.open}>
          {t('erase.action')}
        </Button>
      </div>
      <EraseSheet erasure={erasure} isOpen={sheet.isOpen && !isBlocked} onClose={sheet.close} />
    </section>
  )
}
