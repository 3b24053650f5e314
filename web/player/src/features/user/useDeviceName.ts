import { useText } from '@kit/i18n/text'
import { decideDevice } from './decideUser'

/** A client's name in words: browser and system, as far as they are known. */
export function useDeviceName(agent: string): string {
  const t = useText('user')
  const { browser, system } = decideDevice(agent)
  if (browser && system) return t('device.on', { browser, system })
  return browser ?? system ?? t('device.unknown')
}
