import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Answer } from '../frame/Answer'
import { Time } from '@kit/ui/Time'
import { useAnswer } from '../api/useAnswer'
import { Part, type PartFrame } from '../frame/Panel'
import { withName } from '../words/withName'
import { useWords } from '../words/useWords'
import { addressOf } from './PendingOn'

/** The newest proposals about a record that are over, of the kinds that the reader has to do with; nothing where none is. */
export function Decided({ about, frame: Frame = Part }: { about: string; frame?: PartFrame | undefined }) {
  const t = useText('console')
  const { word } = useWords()
  return (
    <Answer of={useAnswer('proposals/list', { about, size: 20 })} waiting={null}>
      {({ list }) => {
        const over = list.filter(({ state }) => state !== 'pending')
        return (
          over.length > 0 && (
            <Frame title={t('decided.title')}>
              {over.map(({ id, sentence, state, closedAt, reason, closeReason, userId, userName }) => (
                <div key={id} className="border-b border-line py-1.5 text-15 last:border-0">
                  <Link to={addressOf(id)} className="break-words underline underline-offset-4">
                    {withName(sentence, { userId, userName })}
                  </Link>
                  <p className="text-13 break-words text-muted">
                    {word(state)}
                    {closedAt && (
                      <>
                        {' · '}
                        <Time at={closedAt} plain />
                      </>
                    )}
                    {' · '}
                    <span translate="no">{closeReason || reason}</span>
                  </p>
                </div>
              ))}
            </Frame>
          )
        )
      }}
    </Answer>
  )
}
