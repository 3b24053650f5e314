import { useText } from '@kit/i18n/text'

/** Under a button: the call got no answer, and pressing again is safe. */
export function Unreachable() {
  const t = useText('common')
  return (
    <p role="alert" className="mt-3 text-15 text-loss">
      {t('unreachable')}
    </p>
  )
}
