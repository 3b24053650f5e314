import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/faults'
import { useText } from '../i18n/text'
import { Button } from './Button'

interface ErrorRetryProps {
  fault: unknown
  onRetry: () => void
  busy?: boolean
}

/** An answer that did not come: what happened, and a way to ask again. Without a line it is asked for by itself once there is one. */
export function ErrorRetry({ fault, onRetry, busy }: ErrorRetryProps) {
  const t = useText('common')
  const isOnline = useIsOnline()
  if (!isOnline && !(fault instanceof ApiError)) {
    return (
      <p role="alert" className="rounded-card border border-line bg-raised p-5 text-center text-15">
        {t('offline')}
      </p>
    )
  }
  return (
    <div role="alert" className="rounded-card border border-line bg-raised p-5 text-center">
      <p className="text-15">{fault instanceof ApiError ? fault.message : t('unreachable')}</p>
      <div className="mt-4">
        <Button size="small" onClick={onRetry} busy={busy}>
          {t('retry')}
        </Button>
      </div>
    </div>
  )
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (tell) => onlineManager.subscribe(tell),
    () => onlineManager.isOnline(),
  )
}
