import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Answer } from '@console/frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { act } from '@console/acts/act'
import { Acts } from '@console/acts/Acts'
import { Board, Tile } from '@console/frame/Board'
import { Screen } from '@console/frame/Screen'
import { Table } from '@console/records/Table'
import { Announced } from '@console/words/Announced'
import { useWords } from '@console/words/useWords'
import { shareOf } from '@kit/amount/compare'
import { Amount } from '@kit/ui/Amount'
import type { Data } from '@console/contract/contract'
import { Shown } from '@console/records/Shown'
import { useMoney } from './api'
import { daysOf, kindOf } from './decideMoney'

/** What is there, what is owed, what can still be moved, and for how long the pools last. */
export function MoneyScreen() {
  const t = useText('console-money')
  const frame = useText('console')
  const { account: named } = useWords()
  const { day } = useFigures()
  const money = useMoney()
  // The books are checked now and then; the accounts are read with the page.
  const checked = money.data?.checkedAt && (
    <Announced by={t('checkedAt')}>
      <Time at={money.data.checkedAt} plain />
    </Announced>
  )
  return (
    <Screen title={t('title')}>
      <Acts acts={[act('pools/fund', {}), act('capital/move', {})]} isUnderTitle />
      <Answer of={money} waiting={<Skeleton height="320px" />}>
        {(data) => (
          <Board>
            {data.findings.length > 0 && (
              <Tile title={t('findings')} isAlarm>
                {data.findings.map(({ invariant, count }) => (
                  <p key={invariant} translate="no" className="text-15 break-words">
                    {frame('named', { name: invariant, value: count })}
                  </p>
                ))}
              </Tile>
            )}
            <Tile title={t('owed')} note={checked} isWide>
              <Owed currencies={data.currencies} />
            </Tile>
            <Tile
              title={t('accounts')}
              note={
                <Announced by={t('readAt')}>
                  <Time at={data.at} plain />
                </Announced>
              }
              hint={t('accountsHint')}
            >
              <Table
                rows={data.accounts.filter(({ amount }) => amount !== '0')}
                keyOf={({ account, currency }) => `${account} ${currency}`}
                shape={[['amount', 'amount']]}
                nameOf={({ account }) => named(account)}
              />
            </Tile>
            <Tile title={t('obligations')} note={checked}>
              <Table
                rows={data.obligations}
                keyOf={({ kind, currency }) => `${kind} ${currency}`}
                shape={[['amount', 'amount']]}
                nameOf={({ kind }) => {
                  const known = kindOf(kind)
                  return known ? t(`kind.${known}`) : kind
                }}
              />
            </Tile>
            <Tile title={t('runway')} hint={t('runwayHint')}>
              <Table
                rows={[
                  {
                    name: t('runwayInterest', { day: day(data.interest.day) }),
                    days: daysOf(data.interest.runwayDays, data.interest.paid) ?? t('runwayUnspent'),
                  },
                  {
                    name: data.emission.day === '' ? t('kind.emission') : t('runwayEmission', { day: day(data.emission.day) }),
                    days: daysOf(data.emission.runwayDays, data.emission.budget) ?? t('runwayUnspent'),
                  },
                ]}
                keyOf={({ name }) => name}
                nameOf={({ name }) => name}
                shape={[['days', 'figure']]}
              />
            </Tile>
            <Tile title={t('assets')} isWide>
              <Table
                rows={data.assets}
                keyOf={({ address, currency, network }) => `${network} ${currency} ${address}`}
                nameOf={({ address }) => (
                  <span translate="no" className="block min-w-40 break-all">
                    {address}
                  </span>
                )}
                shape={[
                  ['amount', 'amount'],
                  ['network', 'number'],
                  ['block', 'figure'],
                  ['readAt', 'time'],
                ]}
              />
            </Tile>
            <Tile title={t('fundings')} isWide>
              <Table
                rows={data.fundings}
                keyOf={({ entry, currency }) => `${entry} ${currency}`}
                nameOf={({ pool }) => named(pool)}
                shape={[
                  ['amount', 'amount'],
                  ['at', 'time'],
                  ['source', 'account'],
                  ['txHash', 'code'],
                ]}
              />
            </Tile>
          </Board>
        )}
      </Answer>
    </Screen>
  )
}

/** What is owed beside what is there, a line for each currency; the bar is what is owed of what is there. */
function Owed({ currencies }: { currencies: Data<'boards/money'>['currencies'] }) {
  const t = useText('console-money')
  return (
    <ul className="grid gap-3">
      {currencies.map(({ currency, owed, there, own, ratio }) => (
        <li key={currency}>
          <p className="flex flex-wrap justify-between gap-x-4 text-15 md:grid md:grid-cols-[2fr_2fr_3fr]">
            <span>
              {t('ofOwed')} <Amount value={owed} currency={currency} />
            </span>
            <span>
              {t('ofThere')} <Amount value={there} currency={currency} />
            </span>
            <span className={`md:text-right ${own.startsWith('-') ? 'text-loss' : 'text-gain'}`}>
              {t('ofOwn')} <Amount value={own} currency={currency} signed />
              {ratio !== '' && (
                <>
                  {' '}
                  · {t('ofRatio')} <Shown value={ratio} look="percent" />
                </>
              )}
            </span>
          </p>
          <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden className="mt-1 block h-2 w-full">
            <rect width="100" height="2" fill="var(--sunk)" />
            <rect width={100 * shareOf(owed, there)} height="2" fill={own.startsWith('-') ? 'var(--loss)' : 'var(--brass)'} />
          </svg>
        </li>
      ))}
    </ul>
  )
}
