import { useText } from '@kit/i18n/text'
import { useSession } from '../session/store'
import { QrCode } from '@kit/ui/QrCode'

/** The QR code of an address of ours that people send to; in a demo it is marked as one. */
export function DepositQr({ address, label }: { address: string; label: string }) {
  const t = useText('common')
  const isDemo = useSession((state) => state.isDemo)
  return <QrCode text={address} label={label} mark={isDemo ? t('demo.mark') : undefined} />
}
