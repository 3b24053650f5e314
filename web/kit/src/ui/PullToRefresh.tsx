import { useRef, useState, type ReactNode, type TouchEvent } from 'react'
import { useText } from '../i18n/text'
import { Spinner } from './Spinner'

const pullMax = 96
const pullEnough = 64
const sidewaysMin = 8

interface PullToRefreshProps {
  onRefresh: () => Promise<unknown>
  children: ReactNode
}

type Pull = { state: 'idle' } | { state: 'pulling'; distance: number } | { state: 'refreshing' }

/** Pulling the page down at its top asks again. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const t = useText('common')
  const [pull, setPull] = useState<Pull>({ state: 'idle' })
  const start = useRef<{ x: number; y: number } | null>(null)

  function begin(event: TouchEvent) {
    // React also brings the touches of a sheet here that a child opened; they are not the page's.
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target)
    const touch = event.touches[0]
    start.current = isOwn && window.scrollY <= 0 && touch && event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
  }

  function move(event: TouchEvent) {
    const touch = event.touches[0]
    if (!start.current || !touch || pull.state === 'refreshing') return
    const down = touch.clientY - start.current.y
    // A finger that goes sideways first is the platform's way back, or turns something.
    if (pull.state === 'idle' && Math.abs(touch.clientX - start.current.x) > Math.max(Math.abs(down), sidewaysMin)) start.current = null
    const distance = start.current ? down / 2 : 0
    setPull(distance > 8 ? { state: 'pulling', distance: Math.min(distance, pullMax) } : { state: 'idle' })
  }

  async function end() {
    start.current = null
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
