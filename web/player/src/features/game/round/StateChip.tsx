import { useText } from '@kit/i18n/text'
import { StatusChip, type Tone } from '@kit/ui/StatusChip'
import type { RoundAnswer } from '@core/rounds/contract'
import type { OwnRound } from '../contract'

const tones: Record<OwnRound['state'] | RoundAnswer['state'], Tone> = {
  open: 'brass',
  locked: 'brass',
  waiting: 'brass',
  drawn: 'muted',
  not_drawn: 'brass',
  won: 'gain',
  no_prize: 'muted',
  refunded: 'muted',
  empty: 'muted',
}

/** Where a round stands, or what it brought the player, in a word. */
export function StateChip({ state }: { state: OwnRound['state'] | RoundAnswer['state'] }) {
  const t = useText('game')
  return <StatusChip tone={tones[state]}>{t(`state.${state}`)}</StatusChip>
}
