import { useSheetOf } from '@core/frame/useSheet'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { Icon } from '@kit/ui/Icon'
import { Skeletons } from '@kit/ui/Loading'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Sheet } from '@kit/ui/Sheet'
import { Time } from '@kit/ui/Time'
import { Unreachable } from '@kit/ui/Unreachable'
import { useExclude, useProtection } from '../api'
import type { Protection } from '../contract'
import { LimitCard } from './LimitCard'
import { longerBreaks, type BreakKind } from './decideLimits'

/** What protects the player, and what he may change of it. */
export function LimitsView() {
  const t = useText('game')
  const protection = useProtection()
  return (
    <Answer of={protection} waiting={<Skeletons heights={['60px', '320px', '320px', '300px']} className="flex flex-col gap-4" />}>
      {({ stake, loss, dayEndsAt, break: rest }) => (
        <PullToRefresh onRefresh={() => protection.refetch()}>
          <div className="flex flex-col gap-4">
            <p className="text-15">{t('limits.lead')}</p>
            <LimitCard kind="stake" limit={stake} />
            <LimitCard kind="loss" limit={loss} />
            <p className="text-13 text-muted">
              {t('limits.dayEnds')} <Time at={dayEndsAt} />
            </p>
            <Breaks rest={rest} />
            <p className="text-13 text-muted">{t('limits.evade')}</p>
          </div>
        </PullToRefresh>
      )}
    </Answer>
  )
}

/** Breaks from the game: the one that holds, and those that may be begun. */
function Breaks({ rest }: { rest: Protection['break'] }) {
  const t = useText('game')
  const { time } = useFigures()
  const sheet = useSheetOf('break')
  const kinds = longerBreaks(rest, serverNow())
  const asked = kinds.find((kind) => kind === sheet.value)
  return (
    <Card label={t('limits.break.title')}>
      <h2 className="text-16 font-semibold">{t('limits.break.title')}</h2>
      {rest && (
        <p className="mt-1 text-15 font-semibold">{rest.until === null ? t('limits.break.permanent') : t('limits.break.until', { time: time(rest.until) })}</p>
      )}
      <p className="mt-1 text-13 text-muted">{t('limits.break.lead')}</p>
      {rest && kinds.length > 0 && <p className="mt-2 text-15">{t('limits.break.longer')}</p>}
      {kinds.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {kinds.map((kind) => (
            <li key={kind}>
              <button type="button" onClick={() => sheet.open(kind)} className="press flex min-h-12 w-full items-center gap-3 text-left text-15">
                <span className="min-w-0 flex-1">{t(`limits.kind.${kind}`)}</span>
                <Icon name="forward" size={18} look="text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {asked && <ConfirmBreak kind={asked} onClose={sheet.close} />}
    </Card>
  )
}

/** The last word before a break, which nobody can take back. */
function ConfirmBreak({ kind, onClose }: { kind: BreakKind; onClose: () => void }) {
  const t = useText('game')
  const exclude = useExclude()
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('limits.confirm.title', { kind: t(`limits.kind.${kind}`) })}
      footer={
        <div className="flex flex-col gap-3">
          <Unreachable fault={exclude.error} />
          <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
            <Button kind="quiet" disabled={exclude.isPending} onClick={onClose}>
              {t('limits.confirm.stay')}
            </Button>
            <Button kind="danger" busy={exclude.isPending} onClick={() => exclude.mutate(kind, { onSuccess: () => onClose() })}>
              {t('limits.confirm.action')}
            </Button>
          </div>
        </div>
      }
    >
      <div className="flex flex-col gap-3 text-15">
        <p className="font-semibold">{t(kind === 'permanent' ? 'limits.confirm.forever' : 'limits.confirm.text')}</p>
        <p>{t('limits.confirm.rest')}</p>
      </div>
    </Sheet>
  )
}
