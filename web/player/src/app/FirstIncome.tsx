import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Gauge } from '@kit/art/Gauge'
import { signOf } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Button, buttonClass } from '@kit/ui/Button'
import { Sheet } from '@kit/ui/Sheet'
import { useAnswer } from '@core/queries/useAnswer'
import { useSession } from '@core/session/store'
import { useDemoWallet } from '@core/wallet/demo/requests'
import { decideFirstIncome, isCalmPlace, type FirstIncome as State } from './decideFirstIncome'

/** An income has no event of its own. */
const awaitedMs = 30_000
const fillMs = 1_200

/** The first income of a person's machines: told once, as it really is, with its formula one press away. */
export function FirstIncome() {
  const userId = useSession((state) => state.userId)
  return userId ? <Following key={userId} storageKey={`etld.firstIncome.${userId}`} /> : null
}

function Following({ storageKey }: { storageKey: string }) {
  const t = useText('first-income')
  const { pathname, search } = useLocation()
  const [kept, setKept] = useState<State>(() => readState(storageKey))
  const sums = useAnswer(
    '/api/miner/minerStatistics',
    {},
    { isShell: true, enabled: kept !== 'told', soonerMs: () => (kept === 'awaited' ? awaitedMs : undefined) },
  )
  const state = decideFirstIncome(kept, sums.data)
  const isBusy = useDemoWallet(({ isPanelOpen, pending }) => isPanelOpen || pending.length > 0)
  const isTold = state === 'here' && !isBusy && isCalmPlace(pathname, search)
  const machine = useAnswer('/api/miner/findMyList', { size: 1 }, { isShell: true, enabled: isTold })
  if (state !== kept) setKept(state)
  // What is shown is told: who leaves the page without a press is not told again of a first time.
  useEffect(() => localStorage.setItem(storageKey, isTold ? 'told' : kept), [storageKey, isTold, kept])
  if (kept === 'told' || !sums.data) return null
  const { totalInterest, totalEtld } = sums.data
  const close = () => setKept('told')
  const [first] = machine.data?.list ?? []
  return (
    <Sheet
      open={isTold}
      onClose={close}
      title={t('title')}
      footer={
        <div className="flex flex-col gap-2">
          {first && (
            <Link to={`/myMiner?id=${encodeURIComponent(first.id)}&view=income`} onClick={close} className={buttonClass({ kind: 'main', wide: true })}>
              {t('how')}
            </Link>
          )}
          <Link to="/mine?view=push" onClick={close} className={buttonClass({ kind: 'quiet', wide: true })}>
            {t('tell')}
          </Link>
          <Button kind="quiet" wide onClick={close}>
            {t('close')}
          </Button>
        </div>
      }
    >
      <div className="mx-auto grid max-w-64 text-center">
        <div className="[grid-area:1/1]">
          <FillingGauge />
        </div>
        <p className="self-end leading-tight font-semibold [grid-area:1/1]">
          {signOf(totalInterest) > 0 && (
            <span className="block text-20">
              <Amount value={totalInterest} currency="USDT" toned />
            </span>
          )}
          {signOf(totalEtld) > 0 && (
            <span className="block text-20">
              <Amount value={totalEtld} currency="ETLD" decimalsMax={4} toned />
            </span>
          )}
        </p>
      </div>
      <p className="mt-4 text-center text-15 text-muted">{t('text')}</p>
    </Sheet>
  )
}

/** An arc that fills once; for who prefers less motion it is full. */
function FillingGauge() {
  const [share, setShare] = useState(() => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 0))
  useEffect(() => {
    if (share === 1) return
    const beganAt = performance.now()
    let frame = requestAnimationFrame(function fill(now) {
      const part = Math.min(1, (now - beganAt) / fillMs)
      setShare(part)
      if (part < 1) frame = requestAnimationFrame(fill)
    })
    return () => cancelAnimationFrame(frame)
    // Once, from its first moment on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return <Gauge share={share} />
}

const states: readonly State[] = ['awaited', 'here', 'told']

function readState(storageKey: string): State {
  return states.find((state) => state === localStorage.getItem(storageKey)) ?? 'unknown'
}
