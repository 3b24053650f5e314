import { useText } from '@kit/i18n/text'
import { QrCode } from '@kit/ui/QrCode'
import { Part } from '../frame/Panel'

/** The way to read a proposal on another device: host and id, nothing of what is proposed. */
export function SecondLook({ proposalId }: { proposalId: string }) {
  const t = useText('console')
  const address = `${window.location.origin}/operator/verify.html#${proposalId}`
  return (
    <Part title={t('look.title')}>
      <div className="flex gap-4">
        <div className="w-32 shrink-0">
          <QrCode text={address} label={t('look.picture')} />
        </div>
        <div className="min-w-0 text-13 text-muted">
          <p>{t('look.hint')}</p>
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center font-medium text-brass-ink underline underline-offset-4"
          >
            {t('look.open')}
          </a>
        </div>
      </div>
    </Part>
  )
}
