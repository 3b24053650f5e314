import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/faults'
import { useText } from '../i18n/text'
import { Button } from './Button'

/** What was asked for: a query, or several as one. */
export interface Asked<Data = unknown> {
  data?: Data | undefined
  error: unknown
  refetch: () => unknown
  isRefetching?: boolean
}

interface ErrorRetryProps {
  of: Asked
  /** Said above an earlier answer, too. */
  aboveOld?: boolean
}

/**
 * An answer that did not come: what happened, and a way to ask again. Without a line it is asked for by itself once
 * there is one. Nothing while it is awaited, nor where an earlier one is there.
 */
export function ErrorRetry({ of, aboveOld }: ErrorRetryProps) {
  const t = useText('common')
  const isOnline = useIsOnline()
  const fault = of.error
  if (!fault || (of.data !== undefined && !aboveOld)) return null
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
        <Button size="small" onClick={() => void of.refetch()} busy={of.isRefetching}>
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
