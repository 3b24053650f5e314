import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useCarriers } from './api'

/** The hosts that tracking links may lead to. */
export function CarriersScreen() {
  const t = useText('console-edit')
  const screens = useText('console')
  return (
    <RecordsScreen
      title={screens('screen.carriers')}
      list={useCarriers()}
      keyOf={({ host }) => host}
      nameOf={({ host }) => host}
      columns={[
        ['host', 'code'],
        ['listedAt', 'time'],
      ]}
      acts={({ host }) => [act('carriers/change', { host, listed: false })]}
      fresh={[act('carriers/change', { listed: true })]}
      empty={t('carriers.empty')}
    />
  )
}
