import { useText } from '@kit/i18n/text'
import { Screen } from '@core/frame/Screen'
import { TradeTabs } from '@core/frame/TradeTabs'
import { SellTab } from './SellTab'

/** The raised tab: selling at market. */
export function TradeScreen() {
  const t = useText('trade')
  return (
    <Screen title={t('title')}>
      <TradeTabs value="sell" />
      <SellTab />
    </Screen>
  )
}
