import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { Icon } from '@kit/ui/Icon'
import { LinkButton } from '../frame/LinkButton'

/**
 * What an order brought, in the place where its quote stood. It comes into view, as the quote was longer: also when the
 * order's sheet is left, which brings the page back to where it was.
 */
export function OrderResult({ amount, currency }: { amount: string; currency: string }) {
  const t = useText('common')
  const place = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    const bring = () => {
      place.current?.scrollIntoView({ block: 'center' })
      place.current?.focus({ preventScroll: true })
    }
    // When a sheet is left, the browser brings the page back within the next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(bring)
    })
    return () => cancelAnimationFrame(frame)
  }, [key])
  return (
    <Card tone="sunk">
      <div ref={place} tabIndex={-1} role="status" className="flex scroll-my-24 outline-none flex-wrap items-center gap-x-2 text-15">
        <Icon name="check" size={18} />
        <span>{t('order.done')}</span>
        <span className="text-gain">
          <Amount value={amount} currency={currency} signed />
        </span>
      </div>
      <div className="mt-3">
        <LinkButton to={`/balanceDetail?currency=${currency}`} size="small">
          {t('order.inWallet')}
        </LinkButton>
      </div>
    </Card>
  )
}
