import { useText } from '@kit/i18n/text'
import { Disclosure } from '@kit/ui/Disclosure'

interface TermsProps {
  title: string
  points: readonly string[]
  version: string
}

/** The terms that a purchase fixes, under their version. */
export function Terms({ title, points, version }: TermsProps) {
  const t = useText('checkout')
  return (
    <Disclosure title={title}>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-15 marker:text-brass-ink">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className="mt-3 text-13 text-muted">
        {t('terms.version')}{' '}
        <span className="fig break-all" translate="no">
          {version}
        </span>
      </p>
    </Disclosure>
  )
}
