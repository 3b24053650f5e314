import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'

/** The order was refused, because the terms are others by now. */
export function TermsChanged() {
  const t = useText('checkout')
  return (
    <Alert tone="plain" framed>
      {t('termsChanged')}
    </Alert>
  )
}
