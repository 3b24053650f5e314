import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { Fact, Part } from '@console/frame/Panel'
import { usePerson } from './api'
import { accountOf } from './decideWithdrawals'

/** Whose withdrawal it is. */
export function PersonFacts({ userId }: { userId: string }) {
  const t = useText('console-withdrawals')
  const { data, isPending } = usePerson(userId)
  return (
    <Part title={t('person')}>
      {isPending && <Skeleton height="80px" />}
      {data && (
        <>
          <Fact name={t('person.since')}>
            <Time at={data.createdAt} plain />
          </Fact>
          <Fact name={t('person.inviter')}>
            <span translate="no">{data.invitedBy === '' ? '–' : data.invitedBy}</span>
          </Fact>
          {data.balances.map(({ account, currency, balance }) => {
            const known = accountOf(account)
            return (
              <Fact key={`${account} ${currency}`} name={known ? t(`person.${known}`) : account}>
                <Amount value={balance} currency={currency} />
              </Fact>
            )
          })}
          {data.suspended !== '' && <p className="text-15 text-loss">{t('person.suspended')}</p>}
        </>
      )}
    </Part>
  )
}
