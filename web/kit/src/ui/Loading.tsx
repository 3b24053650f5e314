import type { ReactNode } from 'react'
import { useText } from '../i18n/text'
import { Skeleton } from './Skeleton'

interface LoadingProps {
  className?: string
  children: ReactNode
}

/** Stands in for what is being loaded, and says so to those who do not see it. */
export function Loading({ className = 'flex flex-col gap-3', children }: LoadingProps) {
  const t = useText('common')
  return (
    <div role="status" aria-label={t('loading')} className={className}>
      {children}
    </div>
  )
}

interface SkeletonsProps {
  /** The heights of what is to come, from above. */
  heights: readonly string[]
  className?: string
}

/** Blocks with the heights of what is being loaded. */
export function Skeletons({ heights, className }: SkeletonsProps) {
  return (
    <Loading className={className}>
      {heights.map((height, index) => (
        // They have their place and nothing else.
        // oxlint-disable-next-line react/no-array-index-key
        <Skeleton key={index} height={height} />
      ))}
    </Loading>
  )
}

/** Cards of one height while a list is being loaded. */
export function ListSkeleton({ rows, height }: { rows: number; height: string }) {
  return (
    <Loading>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="rounded-card border border-line bg-raised p-4">
          <Skeleton height={height} />
        </div>
      ))}
    </Loading>
  )
}
