import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Press } from '@kit/api/press'
import { useText } from '@kit/i18n/text'
import { askEarlier, dismissOutcome, useEarlier, type Outcome } from '@kit/session/command'
import { Amount } from '@kit/ui/Amount'
import { Icon } from '@kit/ui/Icon'
import { Spinner } from '@kit/ui/Spinner'
import { decideAbout, gainOf } from './decideEarlier'

const askAgainMs = 4_000

/** The presses whose answer was lost with their page: asked again until it is there, and then what came of them. */
export function EarlierPresses() {
  const t = useText('press')
  const { awaited, outcomes } = useEarlier()
  return (
    <section aria-label={t('label')} className="mx-4 mt-3 flex flex-col gap-2">
      {awaited.map((press) => (
        <Awaited key={press.params.requestId} press={press} />
      ))}
      {outcomes.map((outcome) => (
        <Told key={outcome.press.params.requestId} outcome={outcome} />
      ))}
    </section>
  )
}

function Awaited({ press }: { press: Press }) {
  const t = useText('press')
  useQuery({
    queryKey: ['earlier press', press.params.requestId],
    queryFn: () => askEarlier(press),
    refetchInterval: askAgainMs,
    refetchOnReconnect: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return (
    <div role="status" className="flex items-start gap-3 rounded-card border border-[var(--brass)] bg-raised p-4 text-15">
      <span className="pt-0.5 text-brass-ink">
        <Spinner size={18} />
      </span>
      <p className="min-w-0">
        <strong className="block font-semibold break-words">{t(`name.${decideAbout(press.path).name}`)}</strong>
        {t('awaited')}
      </p>
    </div>
  )
}

function Told({ outcome }: { outcome: Outcome }) {
  const t = useText('press')
  const common = useText('common')
  const answers = useQueryClient()
  const about = decideAbout(outcome.press.path)
  const gain = outcome.kind === 'done' ? gainOf(outcome.data) : null
  // What is on the screen was read before this took effect.
  useEffect(() => void answers.invalidateQueries(), [answers])
  return (
    <div role={outcome.kind === 'done' ? 'status' : 'alert'} className="flex items-start gap-3 rounded-card border border-line bg-raised py-1 pr-1 pl-4 text-15">
      <div className="min-w-0 flex-1 py-3">
        <strong className="block font-semibold break-words">{t(`name.${about.name}`)}</strong>
        <p className={outcome.kind === 'done' ? '' : 'text-loss'}>{outcome.kind === 'done' ? t('done') : t('refused', { message: outcome.message })}</p>
        {gain && (
          <p className="text-gain">
            <Amount value={gain.amount} currency={gain.currency} signed />
          </p>
        )}
        {about.records && (
          <Link to={about.records} onClick={() => dismissOutcome(outcome)} className="press inline-flex min-h-11 items-center font-medium text-brass-ink">
            {t('see')}
          </Link>
        )}
      </div>
      <button type="button" aria-label={common('close')} onClick={() => dismissOutcome(outcome)} className="press inline-flex size-11 shrink-0 items-center justify-center rounded-field text-muted">
        <Icon name="close" />
      </button>
    </div>
  )
}
