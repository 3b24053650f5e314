import { useSearchParams } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Segmented } from '@kit/ui/Segmented'

type Tab = 'sell' | 'box'

/** The two halves of the raised tab: selling at market, and the game. Each is a screen of its own. */
export function TradeTabs({ value }: { value: Tab }) {
  const t = useText('common')
  const [, setParams] = useSearchParams()
  return (
    <div className="mb-4">
      <Segmented<Tab>
        label={t('tradeTabs.label')}
        value={value}
        onChange={(tab) => setParams({ tab }, { replace: true })}
        options={[
          { value: 'sell', label: t('tradeTabs.sell') },
          { value: 'box', label: t('tradeTabs.box') },
        ]}
      />
    </div>
  )
}
