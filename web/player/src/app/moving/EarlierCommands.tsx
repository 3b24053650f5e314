import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from '@core/frame/links'
import { keptMs, type PendingCommand } from '@core/command/pending'
import { useLanguage, useText } from '@kit/i18n/text'
import { formatTime } from '@kit/time/zone'
import { askAgain, dismissOutcome, useEarlierCommands, type CommandOutcome } from '@core/command/useCommand'
import { answers } from '@core/session/cache'
import { Amount } from '@kit/ui/Amount'
import { Icon } from '@kit/ui/Icon'
import { Spinner } from '@kit/ui/Spinner'
import { decideAbout, movedBy, recordOf } from './decideEarlier'

const retryMs = 4_000

/** The commands whose answer was lost with their page: asked again until it is there, and then what came of them. */
export function EarlierCommands() {
  const t = useText('command')
  const { pending, outcomes } = useEarlierCommands()
  return (
    <section aria-label={t('label')} className="mx-4 mt-3 flex flex-col gap-2">
      {pending.map((command) => (
        <Pending key={command.params.requestId} command={command} />
      ))}
      {outcomes.map((outcome) => (
        <OutcomeNote key={outcome.command.params.requestId} outcome={outcome} />
      ))}
    </section>
  )
}

function Pending({ command }: { command: PendingCommand }) {
  const t = useText('command')
  const language = useLanguage()
  useQuery({
    queryKey: ['earlier command', command.params.requestId],
    queryFn: () => askAgain(command),
    refetchInterval: retryMs,
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
        <strong className="block font-semibold break-words">{t(`name.${decideAbout(command.path).name}`)}</strong>
        {t('pending', { time: formatTime(new Date(command.startedAtMs + keptMs).toISOString(), language, 'clock') })}
      </p>
    </div>
  )
}

function OutcomeNote({ outcome }: { outcome: CommandOutcome }) {
  const t = useText('command')
  const common = useText('common')
  const about = decideAbout(outcome.command.path)
  const moved = outcome.kind === 'done' ? movedBy(outcome.command.path, outcome.data, outcome.command.params) : null
  const record = outcome.kind === 'done' ? recordOf(outcome.command.path, outcome.data) : about.records
  // What is on the screen was read before this took effect.
  useEffect(() => void answers.invalidateQueries(), [])
  return (
    <div
      role={outcome.kind === 'done' ? 'status' : 'alert'}
      className="flex items-start gap-3 rounded-card border border-line bg-raised py-1 pr-1 pl-4 text-15"
    >
      <div className="min-w-0 flex-1 py-3">
        <strong className="block font-semibold break-words">{t(`name.${about.name}`)}</strong>
        <p className={outcome.kind === 'done' ? '' : 'text-loss'}>{outcome.kind === 'done' ? t('done') : t('refused', { message: outcome.message })}</p>
        {moved && (
          <p>
            <Amount value={moved.amount} currency={moved.currency} toned own />
          </p>
        )}
        {record && (
          <Link to={record} onClick={() => dismissOutcome(outcome)} className="press inline-flex min-h-11 items-center font-medium text-brass-ink">
            {t('see')}
          </Link>
        )}
      </div>
      <button
        type="button"
        aria-label={common('close')}
        onClick={() => dismissOutcome(outcome)}
        className="press inline-flex size-11 shrink-0 items-center justify-center rounded-field text-muted"
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
