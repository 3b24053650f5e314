import { useText } from '@kit/i18n/text'
import { Sheet } from '@kit/ui/Sheet'
import { TopUp } from './TopUp'

/** Everything about bringing assets in. */
export function TopUpSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText('wallet')
  return (
    <Sheet open={isOpen} onClose={onClose} title={t('topUp.title')}>
      <TopUp />
    </Sheet>
  )
}
