import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { EmptyState } from '@kit/ui/EmptyState'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { wasAsked } from '@console/api/answers'
import { Field } from '@console/form/fields'
import { Screen } from '@console/frame/Screen'
import { Shown } from '@console/records/Shown'
import { findPeople } from './api'
import { PersonPage } from './PersonPage'

/** Finds a person by id, wallet, masked address, referral code or name, and shows everything that concerns them. */
export function PeopleScreen() {
  const t = useText('console-people')
  const screens = useText('console')
  const [params, setParams] = useSearchParams()
  const query = params.get('query') ?? ''
  const [typed, setTyped] = useState(query)
  const [shown, setShown] = useState(query)
  // The palette asks for somebody else while this screen stands.
  if (shown !== query) {
    setShown(query)
    setTyped(query)
  }
  const key = ['users/find', query]
  const found = useQuery({ queryKey: key, enabled: query !== '', queryFn: () => findPeople(query, wasAsked(key)) })
  // Whoever is found alone is shown without another press.
  const alone = query !== '' && found.data?.list.length === 1 ? (found.data.list[0]?.userId ?? null) : null
  const id = params.get('id') ?? alone
  return (
    <Screen title={screens('screen.people')}>
      <form
        role="search"
        className="my-3 flex max-w-[560px] flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') setParams({ query: typed.trim() })
        }}
      >
        <div className="min-w-0 flex-1">
          <Field label={t('find.what')} value={typed} onChange={setTyped} lengthMax={100} />
        </div>
        <Button size="small" type="submit" busy={found.isFetching}>
          {t('find.action')}
        </Button>
      </form>
      {id === null && query === '' && <EmptyState title={t('find.empty')} hint={t('find.hint')} />}
      <ErrorRetry of={found} aboveOld />
      {id === null && found.data?.list.length === 0 && <EmptyState title={t('find.nobody')} hint={t('find.hint')} />}
      {id === null && found.data && found.data.list.length > 0 && (
        <ul className="max-w-[760px] overflow-hidden rounded-card border border-line bg-raised">
          {found.data.list.map(({ userId, userName, nickName, level, createdAt, suspended, isRobot }) => (
            <li key={userId} className="border-b border-line last:border-0">
              <button
                type="button"
                data-row={userId}
                className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 px-4 py-2 text-left"
                onClick={() => setParams({ query, id: userId })}
              >
                <span translate="no" className="break-all">
                  <span className="font-semibold">{nickName}</span> <span className="text-muted">{userName}</span>
                </span>
                <span className="text-13 text-muted">
                  V{level} · <Shown value={createdAt} look="time" />
                  {suspended !== '' && <span className="text-loss"> · {t('isSuspended')}</span>}
                  {isRobot && ` · ${t('isPlatform')}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {id !== null && <PersonPage key={id} userId={id} />}
    </Screen>
  )
}
