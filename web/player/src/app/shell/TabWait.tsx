import { useText } from '@kit/i18n/text'
import { Skeleton } from '@kit/ui/Skeleton'
import type { TabPath } from '@core/frame/places'
import { useElapsed } from './useElapsed'

const lineAfterMs = 120
const bareAfterMs = 250
const stepsMs = [lineAfterMs, bareAfterMs]

/** Says that a pressed tab is on its way: first a line, then a screen's outline over the old one. */
export function TabWait({ awaited }: { awaited: TabPath }) {
  const t = useText('common')
  const waitedMs = useElapsed(awaited, stepsMs)
  if (waitedMs < lineAfterMs) return null
  return (
    <div role="status" aria-label={t('loading')}>
      <div className="fixed top-0 left-1/2 z-40 h-0.5 w-full max-w-[750px] -translate-x-1/2 bg-brass" />
      {waitedMs >= bareAfterMs && (
        <div className="fixed inset-y-0 left-1/2 z-20 flex w-full max-w-[750px] -translate-x-1/2 flex-col gap-4 overflow-hidden bg-canvas px-4 pt-16">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
            <Skeleton key={row} width="100%" height={row === 'a' ? '180px' : '90px'} />
          ))}
        </div>
      )}
    </div>
  )
}
