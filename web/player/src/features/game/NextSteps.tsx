import { useText } from '@kit/i18n/text'
import { NumberedRules } from '@kit/ui/NumberedRules'
import { SupportLink } from '@core/frame/SupportLink'
import { VerifierLinks } from './VerifierLinks'

/** For somebody whose round did not stand up to being recomputed: take the evidence, have it judged elsewhere, tell people. */
export function NextSteps({ period }: { period: string }) {
  const t = useText('game')
  return (
    <section aria-label={t('next.title')} className="flex flex-col gap-2 py-3">
      <h4 className="text-15 font-semibold">{t('next.title')}</h4>
      <NumberedRules rules={[t('next.export'), t('next.offline'), t('next.support', { period })]} />
      <VerifierLinks />
      <SupportLink />
    </section>
  )
}
