import { useText } from '@kit/i18n/text'
import { Time } from '@kit/ui/Time'
import { act, type Act } from '@console/acts/act'
import { Acts } from '@console/acts/Acts'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useStopWords } from '@console/words/useStopWords'
import { useWords } from '@console/words/useWords'
import type { Data } from '@console/contract/contract'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { useNetworks, useParts, useToday } from './api'
import { stoppable } from './decideStoppable'

type Stop = Data<'boards/today'>['stops'][number]

const currencies = ['ETH', 'ETLD'] as const

/** What lets it go on. */
function endOf({ what, name }: Stop): Act[] {
  switch (what) {
    case 'payouts':
      return [act('payouts/resume', { network: name })]
    case 'crediting':
      return [act('crediting/resume', { network: name })]
    case 'prices':
      return currencies.filter((one) => one === name).map((currency) => act('prices/resume', { currency }))
    case 'part':
      return []
  }
}

/** What can be stopped by one person and goes on by two: parts, payouts of a network, crediting, prices. */
export function StopsScreen() {
  const t = useText('console-edit')
  const frame = useText('console')
  const { word } = useWords()
  const why = useStopWords()
  const me = useMe()
  const list = useParts()
  const stops = useToday().data?.stops.filter(({ what }) => what !== 'part') ?? []
  const networks = stoppable(useNetworks(!mayCall(me, 'payouts/overview')).data?.wallets ?? [])
  return (
    <RecordsScreen
      title={t('stops.title')}
      list={list}
      keyOf={({ part }) => part}
      nameOf={({ part }) => word(part)}
      columns={[
        ['part', 'word'],
        ['stopped', 'flag'],
        ['reason', 'text'],
        ['changedAt', 'time'],
      ]}
      acts={({ part, stopped }): Act[] => {
        if (part === 'game') return [stopped ? act('game/resume', {}) : act('game/stop', {})]
        return [act('emergency/change', { part, stop: !stopped })]
      }}
      empty={t('stops.empty')}
    >
      <p className="mt-1 max-w-[70ch] text-15 text-muted">{t('stops.hint')}</p>
      {stops.map((stop) => (
        <section key={`${stop.what} ${stop.name}`} className="mt-3 max-w-[560px] rounded-card border border-loss bg-raised p-4">
          <h2 translate="no" className="text-16 font-semibold">
            {frame('named', { name: word(stop.what), value: stop.name })}
          </h2>
          <p className="text-15 break-words text-muted">
            <span translate="no">{why(stop)}</span>
            {stop.since && (
              <>
                {' · '}
                <Time at={stop.since} plain />
              </>
            )}
          </p>
          <Acts acts={endOf(stop)} />
        </section>
      ))}
      {networks.length > 0 && (
        <div className="mb-2 max-w-[560px]">
          <section>
            <h2 className="mt-3 text-16 font-semibold">{t('stops.payouts')}</h2>
            {networks.map(({ network }) => (
              <details key={network} className="mt-2 rounded-field border border-line bg-raised px-4 py-1">
                <summary className="cursor-pointer py-2 text-15">{t('stops.run', { network })}</summary>
                <Acts acts={[act('payouts/stop', { network })]} />
              </details>
            ))}
          </section>
        </div>
      )}
    </RecordsScreen>
  )
}
