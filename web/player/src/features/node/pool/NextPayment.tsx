import { useState } from 'react'
import { useLanguage, useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { formatOwnTime } from '@kit/time/zone'
import { Card } from '@kit/ui/Card'
import { Countdown } from '@kit/ui/Countdown'
import { Time } from '@kit/ui/Time'
import { splitDays } from './decidePool'

/** How long it is until dividends are paid, by the server's clock, and when that is for the platform and for who reads it. */
export function NextPayment({ at, onEnd }: { at: string; onEnd: () => void }) {
  const t = useText('node')
  const own = formatOwnTime(at, useLanguage())
  const [nowMs, look] = useState(() => serverNow())
  const { days, rest } = splitDays(at, nowMs)
  return (
    <Card label={t('pool.next.title')}>
      <h2 className="text-15 text-muted">{t('pool.next.title')}</h2>
      <p className="mt-1 text-28 leading-tight font-semibold">
        {days > 0 && <>{t('pool.next.days', { days })} </>}
        <Countdown until={rest} onEnd={() => (days > 0 ? look(serverNow()) : onEnd())} />
      </p>
      <p className="mt-1 text-15">
        <Time at={at} plain />
        {own !== null && <span className="block text-13 text-muted">{t('pool.next.own', { time: own })}</span>}
      </p>
      <p className="mt-2 text-13 text-muted">{t('pool.next.text')}</p>
    </Card>
  )
}
