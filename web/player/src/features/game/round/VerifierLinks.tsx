import { useLanguage, useText } from '@kit/i18n/text'

/** The page that verifies a round without this app: to open, and to keep. */
export function VerifierLinks() {
  const t = useText('game')
  const language = useLanguage()
  return (
    <p className="text-15">
      <a
        href={`/verify.html#${language}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center text-brass-ink underline underline-offset-4"
      >
        {t('fair.page')}
      </a>
      {' · '}
      <a href="/verify.html" download="etld-verify.html" className="inline-flex min-h-11 items-center text-brass-ink underline underline-offset-4">
        {t('fair.download')}
      </a>
    </p>
  )
}
