import { useText } from '@kit/i18n/text'
import { NumberedRules } from '@kit/ui/NumberedRules'
import { Sheet } from '@kit/ui/Sheet'
import { Odds } from './Odds'
import { VerifierLinks } from '../round/VerifierLinks'

const shownAmount = 100
const rules = ['a', 'b', 'c', 'd', 'e'] as const

/** Why nobody can choose a result, what playing costs on average, and how anybody checks a round without this app. */
export function FairnessSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('game')
  return (
    <Sheet open={open} onClose={onClose} title={t('fair.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-15">{t('fair.lead')}</p>
        <NumberedRules rules={rules.map((rule) => t(`fair.${rule}`))} />
        <h3 className="text-16 font-semibold">{t('odds.title')}</h3>
        <Odds amount={shownAmount} />
        <p className="text-15">{t('fair.cost')}</p>
        <h3 className="text-16 font-semibold">{t('fair.self')}</h3>
        <p className="text-15">{t('fair.selfText')}</p>
        <VerifierLinks />
        <code className="block rounded-field bg-sunk px-3 py-2 text-13 break-all" translate="no">
          etld verify round FILE
        </code>
      </div>
    </Sheet>
  )
}
