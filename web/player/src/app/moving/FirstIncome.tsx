import { deviceStorage } from '@kit/kept/storage'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { late } from '@core/frame/late'
import { useAnswer } from '@core/queries/useAnswer'
import { useSession } from '@core/session/store'
import { useDemoWallet } from '@core/wallet/demo/requests'
import { decideFirstIncome, isCalmPlace, type FirstIncomeState } from './decideFirstIncome'

const FirstIncomeSheet = late(() => import('./FirstIncomeSheet').then((module) => module.FirstIncomeSheet), ['machine'])

/** An income has no event of its own. */
const awaitedMs = 30_000

/** The first income of a person's machines: told once, as it really is, with its formula one press away. */
export function FirstIncome() {
  const userId = useSession((state) => state.userId)
  return userId ? <Following key={userId} storageKey={`etld.firstIncome.${userId}`} /> : null
}

function Following({ storageKey }: { storageKey: string }) {
  const { pathname, search } = useLocation()
  const [kept, setKept] = useState<FirstIncomeState>(() => readState(storageKey))
  const [isShown, setIsShown] = useState(false)
  const sums = useAnswer(
    '/api/miner/minerStatistics',
    {},
    { isShell: true, enabled: kept !== 'told', soonerMs: () => (kept === 'awaited' ? awaitedMs : undefined) },
  )
  const state = decideFirstIncome(kept, sums.data)
  const isBusy = useDemoWallet(({ pending }) => pending.length > 0)
  if (state !== kept) setKept(state)
  // What is shown is told: who leaves the page without a press is not told again of a first time.
  useEffect(() => void deviceStorage.setItem(storageKey, isShown ? 'told' : kept), [storageKey, isShown, kept])
  if (state !== 'here' || isBusy || !isCalmPlace(pathname, search) || !sums.data) return null
  const { totalInterest, totalEtld } = sums.data
  return (
    <Suspense fallback={null}>
      <FirstIncomeSheet totalInterest={totalInterest} totalEtld={totalEtld} onShown={setIsShown} onClose={() => setKept('told')} />
    </Suspense>
  )
}

const states: readonly FirstIncomeState[] = ['awaited', 'here', 'told']

function readState(storageKey: string): FirstIncomeState {
  return states.find((state) => state === deviceStorage.getItem(storageKey)) ?? 'unknown'
}
