import { Suspense, type ReactNode } from 'react'
import { late } from '@core/frame/late'
import { useSheetOf } from '@core/frame/useSheet'
import { useText } from '@kit/i18n/text'
import { useSession } from '@core/session/store'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { CopyButton } from '@kit/ui/CopyButton'
import { Sheet } from '@kit/ui/Sheet'
import { demoWalletId } from '@kit/wallet/provider'
import { useDemoWallet, type DemoRequest } from '@core/wallet/demo/requests'

/** The wallet comes in one file with its face. */
export { announceDemoWallet } from '@core/wallet/demo/announce'

/** Its code and texts come when the panel opens. */
const DemoGuide = late(() => import('./DemoGuide').then((module) => module.DemoGuide), ['help'])

/** The demo wallet's own face: what it is asked to confirm, and a panel with its address and what to try. */
export function DemoWallet() {
  const t = useText('demo')
  const pending = useDemoWallet((state) => state.pending[0])
  const panel = useSheetOf('demo')
  return (
    <>
      {pending && (
        <Sheet
          open
          onClose={() => pending.answer(false)}
          title={t(`title.${pending.request.kind}`)}
          footer={
            <div className="grid grid-cols-2 gap-3">
              <Button kind="quiet" onClick={() => pending.answer(false)}>
                {t('refuse')}
              </Button>
              <Button kind="main" onClick={() => pending.answer(true)}>
                {t(`confirm.${pending.request.kind}`)}
              </Button>
            </div>
          }
        >
          <Watermark />
          <RequestDetails request={pending.request} />
        </Sheet>
      )}
      {panel.value !== null && (
        <Sheet open onClose={panel.close} title={t('title.panel')}>
          <Panel />
        </Sheet>
      )}
    </>
  )
}

function Watermark() {
  const t = useText('demo')
  return (
    <p
      aria-hidden
      className="mb-3 overflow-hidden rounded-chip border border-dashed border-[var(--ame)] py-1 text-center text-11 font-semibold tracking-[.35em] whitespace-nowrap uppercase text-muted"
    >
      {t('title.panel')}
    </p>
  )
}

function RequestDetails({ request }: { request: DemoRequest }) {
  const t = useText('demo')
  if (request.kind === 'connect') return <p className="text-15">{t('connectText')}</p>
  if (request.kind === 'sign') {
    return (
      <>
        <p className="text-13 text-muted">{t('signText')}</p>
        <pre className="mt-2 rounded-field border border-line bg-sunk p-3 font-sans text-15 break-words whitespace-pre-wrap">{request.text}</pre>
      </>
    )
  }
  return (
    <dl className="divide-y divide-line text-15">
      <Line name={t('amount')}>
        {request.token ? <Amount value={request.token.amount} currency={request.token.currency} /> : <span className="fig">{request.value} wei BNB</span>}
      </Line>
      <Line name={t('to')}>
        <span className="fig break-all">{request.to}</span>
      </Line>
      <Line name={t('gas')}>
        <span className="fig">{request.gas}</span>
      </Line>
      {!request.token && request.data !== '0x' && (
        <Line name={t('data')}>
          <span className="fig line-clamp-4 break-all">{request.data}</span>
        </Line>
      )}
    </dl>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 py-3">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  )
}

function Panel() {
  const t = useText('demo')
  const { address, walletId } = useSession()
  if (!address || walletId !== demoWalletId) return <p className="text-15">{t('notConnected')}</p>

  return (
    <>
      <p className="text-15 text-muted">{t('panelText')}</p>
      <div className="mt-3 flex items-center gap-2 rounded-field border border-line bg-sunk pl-3">
        <span className="fig min-w-0 flex-1 py-2 text-15 break-all">{address}</span>
        <CopyButton value={address} what={t('address')} />
      </div>
      <Suspense fallback={null}>
        <DemoGuide address={address} />
      </Suspense>
      <p className="mt-3 text-13 text-muted">{t('dayText')}</p>
    </>
  )
}
