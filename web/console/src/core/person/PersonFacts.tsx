import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Skeleton } from '@kit/ui/Skeleton'
import { Time } from '@kit/ui/Time'
import { useAnswer } from '../api/useAnswer'
import { Fact, Part } from '../frame/Panel'

/** What a person's accounts are called, by their class in the ledger. */
const accounts = { 'U.AVL': 'available', 'U.WDH': 'withdrawal', 'U.PRN': 'principal', 'U.COO': 'cooling', 'U.ORD': 'order', 'U.GP': 'points' } as const

export function accountOf(name: string): (typeof accounts)[keyof typeof accounts] | null {
  return Object.hasOwn(accounts, name) ? accounts[name as keyof typeof accounts] : null
}

interface PersonFactsProps {
  userId: string
  /** What the person is in this matter; otherwise "this person". */
  title?: string
}

/** Who somebody is: since when, invited by whom, and what the accounts hold. For whoever may make `users/overview`. */
export function PersonFacts({ userId, title }: PersonFactsProps) {
  const t = useText('console-person')
  const { data, isPending } = useAnswer('users/overview', { userId })
  return (
    <Part title={title ?? t('person')}>
      {isPending && <Skeleton height="80px" />}
      {data && (
        <>
          <Fact name={t('who')}>
            <span translate="no">{data.userName}</span>
          </Fact>
          <Fact name={t('since')}>
            <Time at={data.createdAt} plain />
          </Fact>
          <Fact name={t('inviter')}>
            <span translate="no">{data.invitedBy === '' ? '–' : data.invitedBy}</span>
          </Fact>
          {data.balances.map(({ account, currency, balance }) => {
            const known = accountOf(account)
            return (
              <Fact key={`${account} ${currency}`} name={known ? t(`account.${known}`) : account}>
                <Amount value={balance} currency={currency} />
              </Fact>
            )
          })}
          {data.suspended !== '' && <p className="text-15 text-loss">{t('suspended')}</p>}
        </>
      )}
    </Part>
  )
}
