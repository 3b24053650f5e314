import { isUnanswered } from '../command/pending'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'

/** A press whose answer never came: pressing again is safe, its request id is the same. */
export function Unanswered({ fault }: { fault: unknown }) {
  const t = useText('checkout')
  if (!fault || !isUnanswered(fault)) return null
  return <Alert size={13}>{t('unanswered')}</Alert>
}
