import { Link } from '@core/frame/links'
import type { UserInfo } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { CopyButton } from '@kit/ui/CopyButton'
import { maskId, MaskedId } from '@kit/ui/MaskedId'
import { ExplorerLink } from '@kit/ui/TxLine'
import { Verbatim } from '@kit/ui/Verbatim'
import { useExplorer } from '@core/frame/useExplorer'
import { Avatar } from './Avatar'

/** Who is signed in: picture, name, wallet, level, and the code for friends. */
export function ProfileCard({ user }: { user: UserInfo }) {
  const t = useText('user')
  const linkTo = useExplorer()
  const earned = user.levelEarned ?? 0
  const gift = user.levelGift ?? 0
  return (
    <Card label={t('profile.label')}>
      <div className="flex flex-wrap items-center gap-4">
        <span className="size-18 shrink-0">
          <Avatar image={user.image} seed={user.id} />
        </span>
        <div className="min-w-[min(100%,13rem)] flex-1">
          {/* Who has not chosen a name is called by the masked address, which stands below. */}
          {user.nickName !== maskId(user.userName) && <p className="text-20 leading-tight font-semibold break-words">{user.nickName}</p>}
          <p className="flex items-center text-15 text-muted [&_.fig]:min-w-0 [&_.fig]:break-all [&_.fig]:whitespace-normal">
            <MaskedId id={user.userName} />
            <CopyButton value={user.userName} what={t('profile.address')} />
            <ExplorerLink link={linkTo('address', user.userName)} />
          </p>
          {user.isRobot && <p className="w-fit rounded-chip border border-line px-2 text-13 text-muted">{t('profile.robot')}</p>}
        </div>
      </div>
      <Link
        to="/mine?view=profile"
        className="press mt-3 flex min-h-11 items-center justify-center rounded-field border border-line px-4 text-15 font-medium text-brass-ink"
      >
        {t('profile.edit')}
      </Link>
      <div aria-hidden className="rule my-3" />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        <div className="min-w-0">
          <dt className="text-13 text-muted">{t('profile.level')}</dt>
          <dd className="text-18 font-semibold">
            <Verbatim look="fig">V{user.level}</Verbatim>
            <span className="block text-13 font-normal text-muted">{gift > earned ? t('profile.levelGift', { gift, earned }) : t('profile.levelEarned')}</span>
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-13 text-muted">{t('profile.code')}</dt>
          <dd className="flex items-center text-18 font-semibold">
            <Verbatim look="fig min-w-0 break-all">{user.referralCode}</Verbatim>
            <CopyButton value={user.referralCode} what={t('profile.code')} />
          </dd>
        </div>
      </dl>
    </Card>
  )
}
