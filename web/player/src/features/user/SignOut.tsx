import { useText } from '@kit/i18n/text'
import { closeWallet } from '@core/session/ending'
import { Button } from '@kit/ui/Button'
import { Sheet } from '@kit/ui/Sheet'
import { useSheet } from '@core/frame/useSheet'

/** Closing the wallet: asks first, and says what stays. */
export function SignOut() {
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
      <Sheet
        open={sheet.isOpen}
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
    </>
  )
}
