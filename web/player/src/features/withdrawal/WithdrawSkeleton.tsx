import { useText } from '@kit/i18n/text'
import { Skeleton } from '@kit/ui/Skeleton'

/** Stands in with the measures of the form. */
export function WithdrawSkeleton() {
  const t = useText('common')
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-4">
      <Skeleton height="54px" />
      <Skeleton height="152px" />
      <Skeleton height="106px" />
      <Skeleton height="154px" />
      <Skeleton height="52px" />
      <Skeleton height="270px" />
    </div>
  )
}
