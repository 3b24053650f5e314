import { useText } from '@kit/i18n/text'
import { useSession } from '@core/session/store'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { PullToRefresh } from '@kit/ui/PullToRefresh'
import { Screen } from '@core/frame/Screen'
import { useUserInfo } from './api'
import { Menu } from './Menu'
import { ProfileCard } from './ProfileCard'
import { ProfileSkeleton } from './ProfileSkeleton'
import { SignOut } from './SignOut'
import { ThemeChoice } from './ThemeChoice'

/** The person's own page. */
export function MineScreen() {
  const t = useText('user')
  const answer = useUserInfo()
  // The session's user is there at once; the answer brings what changed since.
  const known = useSession((state) => state.userInfo)
  const user = known ?? answer.data
  return (
    <Screen title={t('title')}>
      <PullToRefresh onRefresh={() => answer.refetch()}>
        <div className="flex flex-col gap-4">
          {user ? <ProfileCard user={user} /> : <ProfileSkeleton />}
          {answer.isError && <ErrorRetry fault={answer.error} onRetry={() => void answer.refetch()} busy={answer.isRefetching} />}
          <Menu unread={known?.unread ?? 0} />
          <ThemeChoice />
          <SignOut />
        </div>
      </PullToRefresh>
    </Screen>
  )
}
