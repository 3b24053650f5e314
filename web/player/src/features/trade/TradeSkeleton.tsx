import { useText } from '@kit/i18n/text'
import { Skeleton } from '@kit/ui/Skeleton'

/** The measures of what is still loading. */
export function TradeSkeleton({ rows, height }: { rows: number; height: string }) {
  const t = useText('common')
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-3">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="rounded-card border border-line bg-raised p-4">
          <Skeleton width="100%" height={height} />
        </div>
      ))}
    </div>
  )
}
