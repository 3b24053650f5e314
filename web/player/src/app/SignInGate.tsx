import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { signIn, startSession } from '@core/session/session'
import { useSession } from '@core/session/store'
import { Button } from '@kit/ui/Button'
import { Sheet } from '@kit/ui/Sheet'
import { useWallets } from '@core/wallet/discover'
import type { WalletChoice } from '@core/wallet/provider'
import { decideGate } from './decideGate'
import { Mark } from './Mark'
import { WalletList } from './WalletList'

/** The way out never hides longer than this. */
const wayOutAfterMs = 3_000

/** Shown until there is a session token: a spinner, and under it the ways out. */
export function SignInGate() {
  const t = useText('shell')
  const phase = useSession((state) => state.phase)
  const refusal = useSession((state) => state.refusal)
  const walletId = useSession((state) => state.walletId)
  const wallets = useWallets()
  const [isLate, setIsLate] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), wayOutAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const gate = decideGate({ phase, refusal, isLate, walletCount: wallets.length })

  function connect(wallet: WalletChoice) {
    setIsChoosing(false)
    void signIn(wallet)
  }

  function connectOrChoose() {
    const [only] = wallets
    if (only && wallets.length === 1) connect(only)
    else setIsChoosing(true)
  }

  function tryAgain() {
    const last = wallets.find((wallet) => wallet.id === walletId)
    if (phase === 'refused' && last) connect(last)
    else if (phase === 'refused') connectOrChoose()
    else void startSession()
  }

  return (
    <main className="fixed inset-0 mx-auto flex max-w-[750px] overflow-y-auto px-6 pt-20 pb-6 text-center">
      <div className="m-auto flex w-full flex-col items-center">
      <h1 className="sr-only">ETLD</h1>
      <Mark isTurning={gate.isWorking} />
      <p role="status" className="mt-6 flex min-h-13 max-w-xs items-center text-16">{t(`gate.${gate.line}`)}</p>
      <div className="mt-5 flex min-h-44 w-full max-w-xs flex-col items-stretch gap-3">
        {gate.showsWayOut && (
          <>
            <Button kind="main" onClick={connectOrChoose}>{t('gate.connect')}</Button>
            <Button kind="quiet" onClick={tryAgain}>{t(refusal === 'network' ? 'gate.switchNetwork' : 'gate.tryAgain')}</Button>
            <Link to="/lang" className="press inline-flex min-h-11 items-center justify-center text-15 text-brass-ink">
              語言 · Language · Язык
            </Link>
          </>
        )}
      </div>
      </div>
      <Sheet open={isChoosing} onClose={() => setIsChoosing(false)} title={t('gate.choose')}>
        <WalletList wallets={wallets} onChoose={connect} />
      </Sheet>
    </main>
  )
}
