import { useText } from '@kit/i18n/text'
import { Spinner } from '@kit/ui/Spinner'

/** Stands where a screen's code is still loading. */
export function PageSpinner() {
  const t = useText('common')
  return (
    <div role="status" aria-label={t('loading')} className="flex min-h-[60dvh] items-center justify-center text-brass-ink">
      <Spinner size={32} />
    </div>
  )
}
