import { late } from '@core/frame/late'
import { Link } from '@core/frame/links'
import { useSheetOf } from '@core/frame/useSheet'
import { signIn, startSession } from '@core/session/session'
import { useSession } from '@core/session/store'
import { useLanguage, useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Icon } from '@kit/ui/Icon'
import { formatTime } from '@kit/time/zone'
import { Sheet } from '@kit/ui/Sheet'
import { useWallets } from '@kit/wallet/discover'
import { demoWalletId, type WalletChoice } from '@kit/wallet/provider'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { PageSpinner } from '../shell/PageSpinner'
import { useElapsed } from '../shell/useElapsed'
import { Mark } from './Mark'
import { decideGate, retryAfterMs, silentAfterMs, slowAfterMs, waysAfterMs } from './decideGate'

const attemptSteps = [waysAfterMs]
const phaseSteps = [slowAfterMs, silentAfterMs, retryAfterMs]

/** Shown until there is a session token: what is going on, the ways in, and what this is. */
export function SignInGate() {
  const t = useText('gate')
  const language = useLanguage()
  const { phase, refusal, suspension, walletId, attempt, asked } = useSession()
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
          <p role="status">
            {t(`line.${gate.line}`, { wallet: asked || t('browserWallet'), reason: suspension?.reason ?? '', until: formatTime(suspension?.until, language) })}
          </p>
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
      {sheet.value === 'wallets' && (
        <Sheet open onClose={sheet.close} title={t(wallets.length === 0 ? 'noWallet' : 'choose')}>
          <WalletList wallets={wallets} onChoose={connect} />
        </Sheet>
      )}
    </main>
  )
}

const WalletApps = late(() => import('./WalletApps').then((module) => module.WalletApps))

/** The wallets found in this browser; where there is none, the ways to a browser that has one. */
function WalletList({ wallets, onChoose }: { wallets: readonly WalletChoice[]; onChoose: (wallet: WalletChoice) => void }) {
  const t = useText('gate')
  if (wallets.length === 0) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <WalletApps />
      </Suspense>
    )
  }
  return (
    <ul className="flex flex-col gap-2">
      {wallets.map((wallet) => (
        <li key={wallet.id}>
          <button
            type="button"
            onClick={() => onChoose(wallet)}
            className="press flex min-h-16 w-full items-center gap-3 rounded-card border border-line bg-raised px-4 text-left"
          >
            <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-field bg-sunk text-brass-ink">
              {wallet.icon ? <img src={wallet.icon} alt="" width={40} height={40} /> : <Icon name="wallet" />}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{wallet.id === demoWalletId ? t('demoWallet') : wallet.name || t('browserWallet')}</span>
              {wallet.id === demoWalletId && <span className="block text-13 text-muted">{t('demoWalletHint')}</span>}
            </span>
            <Icon name="forward" />
          </button>
        </li>
      ))}
    </ul>
  )
}

const GateLook = late(() => import('./GateLook').then((module) => module.GateLook), ['help'])
const lines = ['principal', 'income', 'check'] as const

/** What this is, before anybody signs in: the coin, three promises, a look inside, and where to read more. */
function Proof() {
  const t = useText('gate')
  const language = useLanguage()
  const sheet = useSheetOf('gate')
  return (
    <section aria-label={t('proof')} className="mt-2 w-full max-w-xs border-t border-line pt-4">
      <p className="mb-3 text-left text-15">{t('about')}</p>
      <ul className="flex flex-col gap-2 text-left text-15 text-muted">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            <Icon name="check" size={18} look="mt-0.5 text-brass-ink" />
            <span className="min-w-0">{t(`proof.${line}`)}</span>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => sheet.open('look')} className="press mt-1 min-h-11 px-4 text-15 font-medium text-brass-ink">
        {t('look')}
      </button>
      <p className="flex flex-wrap justify-center gap-x-6">
        <a href={`/transparency/?lang=${language}`} className="press inline-flex min-h-11 items-center text-15 text-brass-ink">
          {t('transparency')}
        </a>
        <Link to="/mine?view=help" className="press inline-flex min-h-11 items-center text-15 text-brass-ink">
          {t('help')}
        </Link>
      </p>
      {sheet.value === 'look' && (
        <Sheet open onClose={sheet.close} title={t('look')}>
          <Suspense fallback={<PageSpinner />}>
            <GateLook />
          </Suspense>
        </Sheet>
      )}
    </section>
  )
}
