import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { Link } from '@core/frame/links'
import { useSheet } from '@core/frame/useSheet'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Skeletons } from '@kit/ui/Loading'
import { Time } from '@kit/ui/Time'
import { Unreachable } from '@kit/ui/Unreachable'
import { download } from '@kit/ui/download'
import { useMutation } from '@tanstack/react-query'
import { useErasure, exportData, type Erasure, eraseData } from './api'
import { useState } from 'react'
import { erasurePhrase } from '@kit/signing/phrases'
import { serverNow } from '@kit/time/clock'
import { Alert } from '@kit/ui/Alert'
import { Sheet } from '@kit/ui/Sheet'
import { toast } from '@kit/ui/toast'
import { useIsShown } from '@core/frame/useIsShown'
import { connectedProvider, ourPhrase, signText } from '@core/session/connection'
import { closeWallet } from '@core/session/ending'
import { useSession } from '@core/session/store'

/** What the platform holds about the person: taken along, or erased. */
export function DataScreen() {
  const t = useText('personal')
  const answer = useErasure()
  return (
    <Screen title={t('title')}>
      <div className="flex flex-col gap-4">
        <ExportCard />
        <section className="rounded-card border border-line bg-raised p-4">
          <h2 className="text-18 font-semibold">{t('year.title')}</h2>
          <p className="mt-1 mb-4 text-15 text-muted">{t('year.text')}</p>
          <LinkButton to="/wallet?view=year" wide>
            {t('year.action')}
          </LinkButton>
        </section>
        <Answer of={answer} waiting={<Skeletons heights={['180px']} />}>
          {(erasure) => <EraseCard erasure={erasure} />}
        </Answer>
      </div>
    </Screen>
  )
}

/** Hands the person everything that is held about them, as one file. */
function ExportCard() {
  const t = useText('personal')
  const making = useMutation({
    mutationFn: async () => {
      const data = await exportData()
      download(`etld-data-${data.madeAt.slice(0, 10)}.json`, new Blob([JSON.stringify(data, null, 1)], { type: 'application/json' }))
    },
  })

  return (
    <section className="rounded-card border border-line bg-raised p-4">
      <h2 className="text-18 font-semibold">{t('export.title')}</h2>
      <p className="mt-1 mb-4 text-15 text-muted">{t('export.text')}</p>
      <Button kind="main" wide busy={making.isPending} onClick={() => making.mutate()}>
        {t('export.action')}
      </Button>
      <p role="status" className="mt-2 text-13 text-muted empty:mt-0">
        {making.isSuccess ? t('export.made') : ''}
      </p>
      <Unreachable fault={making.error} isRead />
    </section>
  )
}

/** What can be erased and what stays; the way to have it erased, unless an order is on its way. */
function EraseCard({ erasure }: { erasure: Erasure }) {
  const t = useText('personal')
  const sheet = useSheet('erase')
  const isBlocked = erasure.openOrders > 0
  return (
    <section className="rounded-card border border-line bg-raised p-4">
      <h2 className="text-18 font-semibold">{t('erase.title')}</h2>
      <p className="mt-1 text-15 text-muted">{t('erase.text')}</p>
      {erasure.erasedAt && (
        <p className="mt-2 text-15">
          {t('erase.last')} <Time at={erasure.erasedAt} />
        </p>
      )}
      {erasure.restAt && (
        <p className="mt-1 text-15">
          {t('erase.rest')} <Time at={erasure.restAt} />
        </p>
      )}
      {isBlocked && (
        <p className="mt-3 text-15">
          {t('erase.blocked', { count: erasure.openOrders })}{' '}
          <Link to="/order" className="text-brass-ink underline">
            {t('erase.orders')}
          </Link>
        </p>
      )}
      <div className="mt-4">
        <Button kind="danger" wide disabled={isBlocked} onClick={sheet.open}>
          {t('erase.action')}
        </Button>
      </div>
      {sheet.isOpen && !isBlocked && <EraseSheet erasure={erasure} onClose={sheet.close} />}
    </section>
  )
}

const goes = ['addresses', 'orders', 'profile', 'devices', 'settings', 'push', 'alerts', 'calendar'] as const
const stays = ['books', 'wallet', 'game', 'account'] as const

/** Says what goes and what stays; the wallet then signs that it shall go. */
function EraseSheet({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) {
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
