import { useId } from 'react'
import { useText } from '@kit/i18n/text'
import { useSession } from '@core/session/store'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { Option } from '@kit/ui/Option'
import type { NetworkTerms } from './contract'
import { chainName, isPaused } from './decideWithdraw'

interface NetworkChoiceProps {
  networks: readonly NetworkTerms[]
  chosen: string
  onChoose: (network: string) => void
}

/** The networks of a currency, each with its fee; one that cannot be used says why. */
export function NetworkChoice({ networks, chosen, onChoose }: NetworkChoiceProps) {
  const t = useText('withdrawal')
  const name = useId()
  const isDemo = useSession((state) => state.isDemo)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-13 text-muted">{t('network')}</legend>
      <div className="flex flex-col gap-2">
        {networks.map((one) => (
          <Option
            key={one.network}
            look="flex min-h-13 items-start gap-3 rounded-card border border-line bg-raised px-4 py-3 has-checked:border-brass-ink has-disabled:bg-sunk has-disabled:text-muted"
            name={name}
            value={one.network}
            checked={one.network === chosen && one.enabled}
            disabled={!one.enabled}
            onChange={() => onChoose(one.network)}
          >
            <Mark isChosen={one.network === chosen && one.enabled} />
            <span className={`flex flex-1 flex-wrap items-baseline justify-between gap-x-3 ${breakable}`}>
              <span className="min-w-0 text-15 font-semibold">
                {one.network} <span className="font-normal text-muted">{chainName(one.network, isDemo)}</span>
              </span>
              {one.enabled && (
                <span className="text-13 text-muted">
                  {t('fee')} <Amount value={one.fee} currency={one.currency} decimalsMin={0} />
                </span>
              )}
              {!one.enabled && (
                <span className="w-full text-13">{isPaused(one) ? t('networkPaused', { reason: one.reasonText }) : one.reasonText || t('networkOff')}</span>
              )}
            </span>
          </Option>
        ))}
      </div>
    </fieldset>
  )
}

function Mark({ isChosen }: { isChosen: boolean }) {
  return (
    <span
      aria-hidden
      className={`mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border ${isChosen ? 'border-brass-ink' : 'border-edge'}`}
    >
      {isChosen && <span className="size-2.5 rounded-full bg-brass-ink" />}
    </span>
  )
}
