import { useSearchParams } from 'react-router'
import { useText } from '@kit/i18n/text'
import { useSession } from '@core/session/store'
import { Screen } from '@core/frame/Screen'
import { Contact } from './Contact'
import { Topic } from './Topic'
import { topicOf, topics } from './topics'

/** Answers to what people ask first, and the way to people, papers and the state of the service. */
export function HelpScreen() {
  const t = useText('help')
  const [params] = useSearchParams()
  const isSignedIn = useSession((state) => state.token !== null)
  const opened = topicOf(params.get('topic'))
  return (
    // Before signing in there is no inbox to ring for.
    <Screen title={t('title')} right={isSignedIn ? undefined : <span />}>
      <p className="text-15 text-muted">{t('lead')}</p>
      <div className="mt-4 flex flex-col gap-2">
        {topics.map((topic) => (
          <Topic key={topic} topic={topic} isOpen={topic === opened} />
        ))}
      </div>
      <Contact />
    </Screen>
  )
}
