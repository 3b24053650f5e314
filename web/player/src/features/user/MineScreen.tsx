import { useText } from '@kit/i18n/text'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Screen } from '@core/frame/Screen'
import { useUser } from '@core/queries/useUser'
import { Segmented } from '@kit/ui/Segmented'
import { chooseTheme, themes, useTheme } from '@kit/ui/theme'
import { Menu } from './Menu'
import { ProfileCard } from './ProfileCard'
import { ProfileSkeleton } from './ProfileSkeleton'
import { SignOut } from './SignOut'

/** The person's own page. */
export function MineScreen() {
  const t = useText('user')
  const answer = useUser()
  const user = answer.data
  return (
    <Screen title={t('title')} onRefresh={() => answer.refetch()}>
      <div className="flex flex-col gap-4">
        {user ? <ProfileCard user={user} /> : <ProfileSkeleton />}
        <ErrorRetry of={answer} aboveOld />
        <Menu unread={user?.unread ?? 0} />
        <ThemeChoice />
        <SignOut />
      </div>
    </Screen>
  )
}

/** Light, dark, or as the device. */
function ThemeChoice() {
  const t = useText('user')
  const theme = useTheme()
  return (
    <section>
      <h2 className="mb-2 text-13 text-muted">{t('theme.title')}</h2>
      <Segmented label={t('theme.title')} value={theme} onChange={chooseTheme} options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))} />
    </section>
  )
}
