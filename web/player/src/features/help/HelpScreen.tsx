import { useSearchParams } from 'react-router'
import { useText } from '@kit/i18n/text'
import { useSession } from '@core/session/store'
import { Screen } from '@core/frame/Screen'
import { Icon } from '@kit/ui/Icon'
import { Contact } from './Contact'

/** What is explained, in the order of a newcomer's questions. */
const topics = ['wallet', 'sign', 'machine', 'topUp', 'withdraw', 'silent', 'check'] as const

/** Answers to what people ask first, and the way to people, papers and the state of the service. */
export function HelpScreen() {
  const t = useText('help')
  const [params] = useSearchParams()
  const isSignedIn = useSession((state) => state.token !== null)
  return (
    // Before signing in there is no inbox to ring for.
    <Screen title={t('title')} right={isSignedIn ? undefined : <span />}>
      <p className="text-15 text-muted">{t('lead')}</p>
      <div className="mt-4 flex flex-col gap-2">
        {topics.map((topic) => (
          <Topic key={topic} topic={topic} isOpen={topic === params.get('topic')} />
        ))}
      </div>
      <Contact />
    </Screen>
  )
}

/** One question; pressing it shows the answer. */
function Topic({ topic, isOpen }: { topic: (typeof topics)[number]; isOpen: boolean }) {
  const t = useText('help')
  return (
    <details open={isOpen} className="group rounded-card border border-line bg-raised">
      <summary className="press flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 px-4 py-2 text-15 font-medium [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">{t(`topic.${topic}`)}</span>
        <Icon name="forward" size={18} look="rotate-90 text-muted transition-transform group-open:-rotate-90 motion-reduce:transition-none" />
      </summary>
      <p className="px-4 pb-4 text-15 whitespace-pre-line text-muted">{t(`answer.${topic}`)}</p>
    </details>
  )
}
