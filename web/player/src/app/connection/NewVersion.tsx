import { useEffect, useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Bar } from '../shell/Bar'
import { isOutdated } from './version'

const askEveryMs = 60 * 60_000
/** Who comes back to the app is not asked for more often than this. */
const askAgainAfterMs = 60_000

/** Says that there is a newer version of the app, and loads it when the person wants it. */
export function NewVersion() {
  const t = useText('common')
  const [isOld, setIsOld] = useState(false)
  useEffect(() => {
    let askedAtMs = Date.now()
    async function ask() {
      if (document.visibilityState !== 'visible' || Date.now() - askedAtMs < askAgainAfterMs) return
      askedAtMs = Date.now()
      if (await isOutdated()) setIsOld(true)
    }
    const timer = setInterval(() => void ask(), askEveryMs)
    const look = () => void ask()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  if (!isOld) return null
  return <Bar act={{ name: t('connection.reload'), onPress: () => location.reload() }}>{t('connection.newVersion')}</Bar>
}
