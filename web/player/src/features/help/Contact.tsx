import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { useFacts } from './api'

const entries = ['support', 'terms', 'privacy', 'status'] as const

/** The way to people, to the terms and to the state of the service, as the deployment names them. */
export function Contact() {
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
        <span className="block text-13 break-all text-muted" translate="no">
          {target.replace(/^mailto:/, '')}
        </span>
      </span>
      <Icon name="link" size={18} look="text-brass-ink" />
    </a>
  )
}
