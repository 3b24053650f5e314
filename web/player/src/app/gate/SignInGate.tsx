import { useEffect, useEffectEvent } from 'react'
import { Link } from '@core/frame/links'
import { useSheetOf } from '@core/frame/useSheet'
import { useText } from '@kit/i18n/text'
import { signIn, startSession } from '@core/session/session'
import { useSession } from '@core/session/store'
import { Button } from '@kit/ui/Button'
import { Sheet } from '@kit/ui/Sheet'
import { useWallets } from '@kit/wallet/discover'
import type { WalletChoice } from '@kit/wallet/provider'
import { decideGate, retryAfterMs, silentAfterMs, slowAfterMs, waysAfterMs } from './decideGate'
import { Mark } from './Mark'
import { Proof } from './Proof'
import { useElapsed } from '../shell/useElapsed'
import { WalletList } from './WalletList'

const attemptSteps = [waysAfterMs]
const phaseSteps = [slowAfterMs, silentAfterMs, retryAfterMs]

/** Shown until there is a session token: what is going on, the ways in, and what this is. */
export function SignInGate() {
  const t = useText('gate')
  const { phase, refusal, walletId, attempt, asked } = useSession()
  const wallets = useWallets()
  const sheet = useSheetOf('gate')
  const attemptMs = useElapsed(String(attempt), attemptSteps)
  const phaseMs = useElapsed(`${attempt} ${phase}`, phaseSteps)
  const gate = decideGate({ phase, refusal, attemptMs, phaseMs, walletCount: wallets.length })

  // Whoever is signed in meanwhile, by this attempt or in another tab, leaves the gate with what it has opened.
  const closeSheet = useEffectEvent(sheet.close)
  useEffect(
    () => () => {
      if (useSession.getState().token !== null) closeSheet()
    },
    [],
  )

  function connect(wallet: WalletChoice) {
    sheet.close()
    void signIn(wallet)
  }

  function connectOrChoose() {
    const [only] = wallets
    if (only && wallets.length === 1) connect(only)
    else sheet.open('wallets')
  }

  function tryAgain() {
    const last = wallets.find((wallet) => wallet.id === walletId)
    if (phase === 'unreachable' || phase === 'starting') void startSession()
    else if (last) connect(last)
    else connectOrChoose()
  }

  return (
    <main className="fixed inset-0 mx-auto flex max-w-[750px] overflow-y-auto px-6 pt-16 pb-6 text-center">
      <div className="m-auto flex w-full flex-col items-center">
        <h1 className="sr-only">ETLD</h1>
        <Mark isTurning={gate.isWorking} />
        {/* The places of the line and of the ways are kept from the first frame on, however large the letters are. */}
        <div className="mt-6 grid min-h-13 max-w-xs items-center text-16 *:[grid-area:1/1]">
          <p role="status">{t(`line.${gate.line}`, { wallet: asked || t('browserWallet') })}</p>
          <p aria-hidden data-line={t('line.waiting')} className="invisible before:content-[attr(data-line)]" />
        </div>
        <div className={`mt-4 flex min-h-42 w-full max-w-xs flex-col items-stretch gap-2 ${gate.showsWays ? '' : 'invisible'}`}>
          <Button kind="main" onClick={connectOrChoose}>
            {t('connect')}
          </Button>
          {gate.again && (
            <Button kind="quiet" onClick={tryAgain}>
              {t(gate.again === 'tryAgain' ? 'tryAgain' : 'switchNetwork')}
            </Button>
          )}
          <Link to="/lang" className="press inline-flex min-h-11 items-center justify-center text-15 text-brass-ink">
            {/* In the device's own Cyrillic: one word is not worth a font of 22 KiB. */}
            <span>
              <span lang="zh-Hant">語言</span> · <span lang="en">Language</span> ·{' '}
              <span lang="ru" className="[font-family:system-ui,sans-serif]">
                Язык
              </span>
            </span>
          </Link>
        </div>
        <Proof />
      </div>
      <Sheet open={sheet.value === 'wallets'} onClose={sheet.close} title={t(wallets.length === 0 ? 'noWallet' : 'choose')}>
        <WalletList wallets={wallets} onChoose={connect} />
      </Sheet>
    </main>
  )
}
