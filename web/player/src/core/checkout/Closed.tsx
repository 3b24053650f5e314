import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'

/** That something cannot be bought now, and why. */
export function Closed({ why }: { why: string }) {
  const t = useText('checkout')
  return (
    <p role="status" className="flex gap-2 rounded-card border border-loss p-4 text-15">
      <Icon name="info" />
      <span>
        <strong className="block font-semibold text-loss">{t('next.sold_out')}</strong>
        {why}
      </span>
    </p>
  )
}
