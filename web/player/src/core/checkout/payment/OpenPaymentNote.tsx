import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import type { Progress } from '../contract'

/** A payment of this user waits: here is the way back to it. */
export function OpenPaymentNote({ payment, onOpen }: { payment: Progress; onOpen: () => void }) {
  const t = useText('checkout')
  return (
    <section aria-label={t('openPayment.title')} className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-[var(--brass)] p-4">
      <p className="min-w-0 flex-1 basis-48 text-15">
        <strong className="block font-semibold">{t('openPayment.title')}</strong>
        {t(`openPayment.text.${payment.purpose}`, { name: payment.item.name, count: payment.item.quantity })}
      </p>
      <Button size="small" onClick={onOpen}>
        {t('openPayment.continue')}
      </Button>
    </section>
  )
}
