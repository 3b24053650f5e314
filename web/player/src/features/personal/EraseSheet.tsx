import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { erasurePhrase } from '@kit/signing/phrases'
import { serverNow } from '@kit/time/clock'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { Sheet } from '@kit/ui/Sheet'
import { toast } from '@kit/ui/toast'
import { Unreachable } from '@kit/ui/Unreachable'
import { useIsShown } from '@core/frame/useIsShown'
import { connectedProvider, ourPhrase, signText } from '@core/session/connection'
import { closeWallet } from '@core/session/ending'
import { useSession } from '@core/session/store'
import { eraseData, type Erasure } from './api'

const goes = ['addresses', 'orders', 'profile', 'devices', 'settings', 'push', 'alerts', 'calendar'] as const
const stays = ['books', 'wallet', 'game', 'account'] as const

/** Says what goes and what stays; the wallet then signs that it shall go. */
export function EraseSheet({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) {
  const t = useText('personal')
  const isShown = useIsShown()
  const [asked, setAsked] = useState<'nobody' | 'wallet' | 'no_wallet'>('nobody')
  const erasing = useMutation({
    mutationFn: eraseData,
    onSuccess: async () => {
      toast.success(t('sheet.done'))
      onClose()
      await closeWallet()
    },
  })

  async function erase() {
    erasing.reset()
    if (!connectedProvider()) return setAsked('no_wallet')
    const { address } = useSession.getState()
    const phrase = ourPhrase((site) => erasurePhrase(site, address ?? ''), erasure.phrase)
    if (phrase === null) return
    setAsked('wallet')
    const message = `${phrase}${serverNow()}`
    const signature = await signText(message, isShown)
    setAsked('nobody')
    // Who closed the sheet while the wallet was asked has changed their mind.
    if (signature !== null && isShown()) erasing.mutate({ message, signature })
  }

  return (
    <Sheet open onClose={onClose} title={t('sheet.title')}>
      <h3 className="text-16 font-semibold">{t('sheet.goes')}</h3>
      <ul className="mt-1 list-disc pl-5 text-15">
        {goes.map((one) => (
          <li key={one}>{t(`goes.${one}`)}</li>
        ))}
      </ul>
      <h3 className="mt-4 text-16 font-semibold">{t('sheet.stays')}</h3>
      <ul className="mt-1 list-disc pl-5 text-15">
        {stays.map((one) => (
          <li key={one}>{t(`stays.${one}`)}</li>
        ))}
      </ul>
      <p className="mt-4 text-15">{t('sheet.final')}</p>
      {asked === 'no_wallet' && <Alert>{t('sheet.noWallet')}</Alert>}
      <Unreachable fault={erasing.error} />
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
        <Button kind="quiet" disabled={erasing.isPending} onClick={onClose}>
          {t('sheet.keep')}
        </Button>
        <Button kind="danger" busy={asked === 'wallet' || erasing.isPending} onClick={() => void erase()}>
          {asked === 'wallet' ? t('sheet.signing') : t('sheet.action')}
        </Button>
      </div>
    </Sheet>
  )
}
