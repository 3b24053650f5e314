import { Link } from '@core/frame/links'
import { compareAmounts } from '@kit/amount/compare'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Fact, Facts, FigureFact } from '@kit/ui/Facts'
import { Skeletons } from '@kit/ui/Loading'
import { StatusChip } from '@kit/ui/StatusChip'
import { Verbatim } from '@kit/ui/Verbatim'
import { useTeam } from '../api'
import type { Summary } from '../contract'

/** What the invitations have led to, and how much a month can still bring. */
export function Totals() {
  return (
    <Answer of={useTeam()} waiting={<Skeletons heights={['288px']} />}>
      {(team) => <Sums {...team} />}
    </Answer>
  )
}

function Sums({ direct, team: everybody, referralCap, rewards, invitation }: Summary) {
  const t = useText('team')
  const { money } = useFigures()
  const referral = rewards.find(({ type }) => type === 'referral_rewards')
  const isCapped = compareAmounts(referralCap.rest, '0') === 0
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-18 font-semibold">{t('share.totals')}</h2>
        <Link to="/team" className="press inline-flex min-h-11 items-center text-15 font-medium text-brass-ink">
          {t('share.toTeam')}
        </Link>
      </div>
      <Facts framed>
        <FigureFact name={t('share.total.direct')} value={direct} />
        <FigureFact name={t('share.total.team')} note={t('share.total.team.note')} value={everybody} />
        <Fact
          name={t('share.total.rewards')}
          note={referral && compareAmounts(referral.delayed, '0') > 0 ? t('share.total.delayed', { amount: money(referral.delayed, 'USDT') }) : undefined}
        >
          <Amount value={referral?.total} currency="USDT" own />
        </Fact>
        <Fact
          name={t('share.total.month')}
          note={
            isCapped
              ? t('share.total.capped', { most: money(referralCap.most, 'USDT') })
              : t('share.total.rest', { rest: money(referralCap.rest, 'USDT'), most: money(referralCap.most, 'USDT') })
          }
        >
          <Amount value={referral?.month} currency="USDT" own />
        </Fact>
        {invitation.referrer && (
          <Fact name={t('share.total.referrer')}>
            <Verbatim look="fig">{invitation.referrer}</Verbatim> {invitation.referrerPlatform && <StatusChip tone="muted">{t('friend.platform')}</StatusChip>}
          </Fact>
        )}
      </Facts>
    </section>
  )
}
