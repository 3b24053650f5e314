import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { closeWallet } from '@core/session/session'
import { Button } from '@kit/ui/Button'
import { Sheet } from '@kit/ui/Sheet'

type Leaving = 'no' | 'asking' | 'leaving'

/** Closing the wallet: asks first, and says what stays. */
export function SignOut() {
  const t = useText('user')
  const [leaving, setLeaving] = useState<Leaving>('no')

  function leave() {
    setLeaving('leaving')
    void closeWallet()
  }

  return (
    <>
      <Button kind="danger" wide onClick={() => setLeaving('asking')}>
        {t('signOut.action')}
      </Button>
      <Sheet
        open={leaving !== 'no'}
        onClose={() => setLeaving('no')}
        title={t('signOut.title')}
        footer={
          <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
            <Button kind="quiet" onClick={() => setLeaving('no')}>
              {t('signOut.stay')}
            </Button>
            <Button kind="danger" busy={leaving === 'leaving'} onClick={leave}>
              {t('signOut.action')}
            </Button>
          </div>
        }
      >
        <p className="text-15">{t('signOut.text')}</p>
      </Sheet>
    </>
  )
}
