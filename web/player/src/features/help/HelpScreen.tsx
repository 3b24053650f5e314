import { Screen } from '@core/frame/Screen'
import { useSession } from '@core/session/store'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { Verbatim } from '@kit/ui/Verbatim'
import { useSearchParams } from 'react-router'
import { useFacts } from './api'

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

const entries = ['support', 'terms', 'privacy', 'status'] as const

/** The way to people, to the terms and to the state of the service, as the deployment names them. */
function Contact() {
  const t = useText('help')
  const { data } = useFacts()
  const named = entries.map((entry) => ({ entry, target: data?.contact[entry] ?? '' })).filter(({ target }) => target !== '')
  return (
    <section aria-labelledby="help-contact" className="mt-8">
      <h2 id="help-contact" className="mb-2 text-18 font-semibold">
        {t('contact')}
      </h2>
      {named.length === 0 ? (
        <p className="text-15 text-muted">{data && t('contact.none')}</p>
      ) : (
        <ul className="overflow-hidden rounded-card border border-line bg-raised">
          {named.map(({ entry, target }) => (
            <li key={entry} className="border-b border-line last:border-b-0">
              <Entry name={t(`contact.${entry}`)} target={target} />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-13 break-words text-muted">{t('version', { version: data?.version ?? '—' })}</p>
    </section>
  )
}

function Entry({ name, target }: { name: string; target: string }) {
  return (
    <a href={target} target="_blank" rel="noreferrer" className="press flex min-h-13 items-center justify-between gap-3 px-4 py-1.5 text-15">
      <span className="min-w-0">
        <span className="block">{name}</span>
        <Verbatim look="block text-13 break-all text-muted">{target.replace(/^mailto:/, '')}</Verbatim>
      </span>
      <Icon name="link" size={18} look="text-brass-ink" />
    </a>
  )
}
