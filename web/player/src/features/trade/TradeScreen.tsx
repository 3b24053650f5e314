import { useSearchParams } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Screen } from '@core/frame/Screen'
import { Segmented } from '@kit/ui/Segmented'
import { BoxTab } from './BoxTab'
import { tabOf } from './decideTrade'
import { SellTab } from './SellTab'

/** The raised tab: selling at market, and what the game is. */
export function TradeScreen() {
  const t = useText('trade')
  const [params, setParams] = useSearchParams()
  const tab = tabOf(params.get('tab'))
  return (
    <Screen title={t('title')}>
      <div className="mb-4">
        <Segmented
          label={t('title')}
          value={tab}
          onChange={(next) => setParams({ tab: next }, { replace: true })}
          options={[
            { value: 'sell', label: t('tab.sell') },
            { value: 'box', label: t('tab.box') },
          ]}
        />
      </div>
      {tab === 'sell' ? <SellTab /> : <BoxTab />}
    </Screen>
  )
}
