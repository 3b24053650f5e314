import { useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useSold } from '@console/words/useSold'
import { usePaused } from './api'

/** The machines whose clocks are stopped, the longest first, and from when on their owners may leave them. */
export function PausedScreen() {
  const t = useText('console-edit')
  const screens = useText('console')
  const list = usePaused()
  const sold = (productId: string) => ({ kind: 'machine', id: productId })
  const { nameOf } = useSold([...(list.rows ?? []), ...(list.away ? [list.away] : [])].map(({ productId }) => sold(productId)))
  return (
    <RecordsScreen
      title={screens('screen.paused')}
      list={list}
      keyOf={({ minerNo }) => minerNo}
      nameOf={({ productId, userName }) => [nameOf(sold(productId)), userName].filter((part) => part !== '').join(' · ')}
      columns={[
        ['minerNo', 'number'],
        ['userId', 'person'],
        ['principal', 'usdt'],
        ['pausedAt', 'time'],
        ['exitFrom', 'time'],
      ]}
      acts={({ minerNo }) => [act('machines/resume', { minerNo })]}
      fresh={[act('machines/pause', {})]}
      empty={t('paused.empty')}
    />
  )
}
