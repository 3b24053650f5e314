import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Age } from '@kit/ui/Age'
import { Answer } from '../frame/Answer'
import { useAnswer } from '../api/useAnswer'
import { Part } from '../frame/Panel'
import { withName } from '../words/withName'

/**
 * The proposals that wait about a record, each with the way to it; nothing where none does. It stands below what can be
 * done: it comes and goes by the stream, and a button that moves between press and release loses the press.
 */
export function PendingOn({ about }: { about: string }) {
  const t = useText('console')
  return (
    <div className="mt-5 empty:hidden">
      <Answer of={useAnswer('proposals/list', { about, state: 'pending' })} waiting={null}>
        {({ list }) =>
          list.length > 0 && (
            <Part title={t('pending.title')}>
              {list.map(({ id, sentence, createdAt, userId, userName }) => (
                <p key={id} className="text-15 break-words">
                  <Link to={addressOf(id)} className="font-medium text-brass-ink underline underline-offset-4">
                    {withName(sentence, { userId, userName })}
                  </Link>{' '}
                  <span className="text-13 text-muted">
                    <Age at={createdAt} />
                  </span>
                </p>
              ))}
            </Part>
          )
        }
      </Answer>
    </div>
  )
}

/** Where a proposal is looked at, whoever decides it. */
export function addressOf(proposalId: string): string {
  return `/proposals?state=&forMe=&withoutQueues=&item=${proposalId}`
}
