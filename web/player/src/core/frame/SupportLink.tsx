import { Link } from './links'
import { useText } from '@kit/i18n/text'

/** The way to people, beside each text that names support. */
export function SupportLink() {
  const t = useText('common')
  return (
    <Link to="/mine?view=help" className="press inline-flex min-h-11 items-center text-15 font-medium text-brass-ink">
      {t('toSupport')}
    </Link>
  )
}
