import { useText } from '@kit/i18n/text'
import { keptReferrer } from '@core/session/referrer'
import { pageFor, walletApps } from '@core/wallet/walletApps'
import { Button } from '@kit/ui/Button'
import { copyText } from '@kit/ui/CopyButton'
import { Icon } from '@kit/ui/Icon'
import { QrCode } from '@kit/ui/QrCode'

/** The ways in where this browser has no wallet: this page inside a wallet app, or on another device. */
export function WalletApps() {
  const t = useText('gate')
  const page = pageFor(location.href, keptReferrer())
  return (
    <div className="flex flex-col gap-4">
      <p className="text-15 text-muted">{t('apps.hint')}</p>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
        {walletApps.map(({ name, link }) => (
          <li key={name} className="min-w-0">
            <a
              href={link(page)}
              rel="noreferrer"
              className="press flex min-h-13 items-center justify-between gap-1 rounded-field border border-line bg-raised px-3 text-15 font-medium"
            >
              <span className="min-w-0 break-words" translate="no">
                {name}
              </span>
              <Icon name="link" size={18} look="text-brass-ink" />
            </a>
          </li>
        ))}
      </ul>
      <Button kind="quiet" wide onClick={() => void copyText(page)}>
        {t('apps.copy')}
      </Button>
      <div className="flex flex-col items-center gap-2 pb-2">
        <p className="text-13 text-muted">{t('apps.otherDevice')}</p>
        <div className="w-44">
          <QrCode text={page} label={t('apps.qr')} />
        </div>
      </div>
    </div>
  )
}
