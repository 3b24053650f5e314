import { useRef, useState, type ReactNode, type TouchEvent } from 'react'
import { useText } from '../i18n/text'
import { Spinner } from './Spinner'

const pullMax = 96
const pullEnough = 64

interface PullToRefreshProps {
  onRefresh: () => Promise<unknown>
  children: ReactNode
}

type Pull = { state: 'idle' } | { state: 'pulling'; distance: number } | { state: 'refreshing' }

/** Pulling the page down at its top asks again. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const t = useText('common')
  const [pull, setPull] = useState<Pull>({ state: 'idle' })
  const startY = useRef<number | null>(null)

  function begin(event: TouchEvent) {
    // React also brings the touches of a sheet here that a child opened; they are not the page's.
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target)
    startY.current = isOwn && window.scrollY <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null
  }

  function move(event: TouchEvent) {
    if (startY.current === null || pull.state === 'refreshing') return
    const distance = ((event.touches[0]?.clientY ?? 0) - startY.current) / 2
    setPull(distance > 8 ? { state: 'pulling', distance: Math.min(distance, pullMax) } : { state: 'idle' })
  }

  async function end() {
    startY.current = null
    if (pull.state !== 'pulling') return
    if (pull.distance < pullEnough) {
      setPull({ state: 'idle' })
      return
    }
    setPull({ state: 'refreshing' })
    try {
      await onRefresh()
    } finally {
      setPull({ state: 'idle' })
    }
  }

  const shift = pull.state === 'pulling' ? pull.distance : pull.state === 'refreshing' ? pullEnough : 0
  return (
    <div onTouchStart={begin} onTouchMove={move} onTouchEnd={() => void end()} onTouchCancel={() => void end()}>
      {shift > 0 && (
        <div role="status" className="flex items-center justify-center gap-2 overflow-hidden text-13 text-muted" style={{ height: shift }}>
          <Spinner size={18} />
          {pull.state === 'refreshing' ? t('refreshing') : shift >= pullEnough ? t('releaseToRefresh') : t('pullToRefresh')}
        </div>
      )}
      {children}
    </div>
  )
}
