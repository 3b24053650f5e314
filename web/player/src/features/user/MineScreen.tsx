import { Screen } from '@core/frame/Screen'
import { useSheet } from '@core/frame/useSheet'
import { useUser } from '@core/queries/useUser'
import { closeWallet } from '@core/session/ending'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Segmented } from '@kit/ui/Segmented'
import { Sheet } from '@kit/ui/Sheet'
import { chooseTheme, themes, useTheme } from '@kit/ui/theme'
import { Menu } from './Menu'
import { ProfileCard } from './ProfileCard'
import { ProfileSkeleton } from './ProfileSkeleton'

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
      <Segmented label={t('theme.title')} value={theme} onChange={chooseTheme} of={themes} nameOf={(one) => t(`theme.${one}`)} />
    </section>
  )
}

/** Closing the wallet: asks first, and says what stays. */
function SignOut() {
  const t = useText('user')
  const sheet = useSheet('signout')

  function leave(forgetsDevice: boolean) {
    // The sheet goes first: its entry of the history would open it again for who signs in next.
    sheet.close()
    void closeWallet({ forgetsDevice })
  }

  return (
    <>
      <Button kind="danger" wide onClick={sheet.open}>
        {t('signOut.action')}
      </Button>
      {sheet.isOpen && (
        <Sheet
          open
          onClose={sheet.close}
          title={t('signOut.title')}
          footer={
            <div className="flex flex-col gap-3">
              <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
                <Button kind="quiet" onClick={sheet.close}>
                  {t('signOut.stay')}
                </Button>
                <Button kind="danger" onClick={() => leave(false)}>
                  {t('signOut.action')}
                </Button>
              </div>
              <Button kind="danger" wide onClick={() => leave(true)}>
                {t('signOut.forget')}
              </Button>
            </div>
          }
        >
          <p className="text-15">{t('signOut.text')}</p>
          <p className="mt-3 text-15 text-muted">{t('signOut.device')}</p>
        </Sheet>
      )}
    </>
  )
}
