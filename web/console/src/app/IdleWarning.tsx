import { useEffect, useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { call } from '@console/api/call'
import { lastActive } from '@console/session/activity'
import { loseSession, useMe } from '@console/session/store'

const warnSeconds = 120

/** The session ends when nobody did anything for half an hour: two minutes before, it says so, and one press goes on. */
export function IdleWarning() {
  const t = useText('console')
  const { id, idleSeconds } = useMe()
  const [leftSeconds, setLeftSeconds] = useState(idleSeconds)
  useEffect(() => {
    const timer = setInterval(() => {
      const left = Math.ceil(idleSeconds - (Date.now() - lastActive(id)) / 1000)
      setLeftSeconds(left)
      if (left <= 0) loseSession()
    }, 1000)
    return () => clearInterval(timer)
  }, [id, idleSeconds])
  if (leftSeconds > warnSeconds || leftSeconds <= 0) return null
  return (
    <div role="alert" className="sticky top-0 z-30 flex flex-wrap items-center justify-between gap-3 border-b border-line bg-sunk px-4 py-2 text-15">
      <p>{t('idle.ends', { minutes: Math.max(1, Math.ceil(leftSeconds / 60)) })}</p>
      <Button size="small" onClick={() => void call('sessions/list', {}, { isQuiet: true })}>
        {t('idle.stay')}
      </Button>
    </div>
  )
}
