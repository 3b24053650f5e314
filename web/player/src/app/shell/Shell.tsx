import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { late } from '@core/frame/late'
import { useSheetOf } from '@core/frame/useSheet'
import { useText } from '@kit/i18n/text'
import { ensureChain } from '@core/session/connection'
import { useUser } from '@core/queries/useUser'
import { useSession } from '@core/session/store'
import { demoWalletId } from '@kit/wallet/provider'
import { Bar } from './Bar'
import { PageSpinner } from './PageSpinner'
import { hasTabs, isPublic, tabPaths, type TabPath } from '@core/frame/places'
import { preloadScreen } from './screens'
import { Standstill } from '../connection/Standstill'
import { TabBar } from './TabBar'
import { TabWait } from './TabWait'
import { TriedAgain } from './TriedAgain'

/** Only somebody who is not signed in needs the gate. */
const SignInGate = late(() => import('../gate/SignInGate').then((module) => module.SignInGate), ['gate'])

/** Loads what the first frame shows: the gate, or the screen of the address; without a line also what says so above it. */
export async function preloadFirst(): Promise<void> {
  if (useSession.getState().token !== null) {
    await Promise.all([preloadScreen(location.hash), navigator.onLine || AboveScreens.preload()])
    return
  }
  // The screen begins to load with the sign-in.
  const stop = useSession.subscribe(({ phase, token }) => {
    if (token === null && phase !== 'connecting') return
    stop()
    void preloadScreen(location.hash)
  })
  return SignInGate.preload()
}

const AboveScreens = late(() => import('./AboveScreens').then((module) => module.AboveScreens))
const BesideScreens = late(() => import('./BesideScreens').then((module) => module.BesideScreens), ['beside'])
const Earlier = late(() => import('./BesideScreens').then((module) => module.Earlier))
const DemoWallet = late(() => import('../demo/DemoWallet').then((module) => module.DemoWallet), ['demo'])

/** The root layout: the gate until there is a session token, then the page and, on five routes, the tab bar. */
export function Shell() {
  const { pathname, search } = useLocation()
  const isSignedIn = useSession((state) => state.token !== null)
  const isDemo = useSession((state) => state.isDemo)
  // Until somebody begins to sign in the gate has nothing to say above it.
  const hasBegun = useSession(({ phase }) => phase !== 'starting' && phase !== 'waiting')
  const isOpen = isSignedIn || isPublic(pathname, search)
  const showsTabs = isSignedIn && hasTabs(pathname)
  const [awaited, awaitTab] = useAwaitedTab()
  usePreloadedTabs(showsTabs)
  // Followed on every screen: level and unread notices change behind its back.
  useUser({ isShell: true })
  return (
    <div className={`shell mx-auto flex min-h-dvh w-full max-w-[750px] flex-col ${showsTabs ? 'pb-[calc(84px+env(safe-area-inset-bottom))]' : ''}`}>
      {isSignedIn && <SkipLink />}
      {isDemo && <DemoNotice />}
      <Standstill />
      <Late>{(isOpen || hasBegun) && <AboveScreens />}</Late>
      {isSignedIn && <Locked />}
      {isSignedIn && <WrongChain />}
      <Late>{isSignedIn && <Earlier />}</Late>
      {isOpen ? (
        <Outlet />
      ) : (
        <Suspense fallback={<PageSpinner />}>
          <SignInGate />
        </Suspense>
      )}
      {awaited && <TabWait awaited={awaited} />}
      {showsTabs && <TabBar awaited={awaited} onPress={awaitTab} />}
      <Late>{isSignedIn && <BesideScreens />}</Late>
      {isDemo && (
        <TriedAgain>
          <Suspense fallback={null}>
            <DemoWallet />
          </Suspense>
        </TriedAgain>
      )}
    </div>
  )
}

/** The tab that was pressed, until its screen or another one is shown: the old screen stays while code is on the way. */
function useAwaitedTab(): [TabPath | null, (path: TabPath) => void] {
  const { key, pathname } = useLocation()
  const [pressed, setPressed] = useState<{ path: TabPath; at: string } | null>(null)
  // Back ends the waiting, also where the screen before is still shown and the place is the one it was pressed at.
  useEffect(() => {
    const leave = () => setPressed(null)
    window.addEventListener('popstate', leave)
    return () => window.removeEventListener('popstate', leave)
  }, [])
  const isAwaited = pressed !== null && pressed.at === key && pressed.path !== pathname
  return [isAwaited ? pressed.path : null, (path) => setPressed({ path, at: key })]
}

/** A page that got nothing for so long has what it needs. */
const completeMs = 3_000

/** Loads the screens of the tabs once the one that is shown has all it needs, so that they take nothing from it. */
function usePreloadedTabs(showsTabs: boolean): void {
  useEffect(() => {
    if (!showsTabs) return
    const preload = () => {
      observer.disconnect()
      for (const path of tabPaths) void preloadScreen(path)
    }
    let timer = setTimeout(preload, completeMs)
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(preload, completeMs)
    })
    observer.observe({ type: 'resource' })
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [showsTabs])
}

/** Renders its children once the page is quiet: they are not part of the first screen. */
function Late({ children }: { children: ReactNode }) {
  const [isQuiet, setIsQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsQuiet(true), 200)
    return () => clearTimeout(timer)
  }, [])
  if (!isQuiet) return null
  return (
    <TriedAgain>
      <Suspense fallback={null}>{children}</Suspense>
    </TriedAgain>
  )
}

/** The first stop of the Tab key: past what stands above every screen. */
function SkipLink() {
  const t = useText('common')
  return (
    <button
      type="button"
      onClick={() => document.querySelector('main')?.focus()}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:min-h-11 focus:rounded-field focus:bg-raised focus:px-4"
    >
      {t('shell.skip')}
    </button>
  )
}

function DemoNotice() {
  const t = useText('common')
  const usesDemoWallet = useSession((state) => state.token !== null && state.walletId === demoWalletId)
  const panel = useSheetOf('demo')
  return (
    <aside
      aria-label={t('shell.demoLabel')}
      className="relative z-10 print:hidden flex min-h-11 flex-wrap items-center justify-center gap-x-3 border-b border-line bg-sunk px-4 text-13 leading-snug max-[340px]:gap-x-1 max-[340px]:px-2"
    >
      <p className="min-w-0 flex-[1_1_176px] py-2 text-center break-words text-brass-ink">{t('shell.demoNotice')}</p>
      {usesDemoWallet && (
        <button
          type="button"
          onClick={() => panel.open('wallet')}
          className="press min-h-11 max-w-full rounded-field px-1 font-semibold break-words text-ink -outline-offset-2 underline underline-offset-4"
        >
          {t('shell.demoWallet')}
        </button>
      )}
    </aside>
  )
}

function Locked() {
  const t = useText('common')
  const isLocked = useSession((state) => state.isLocked)
  if (!isLocked) return null
  return <Bar>{t('shell.locked')}</Bar>
}

function WrongChain() {
  const t = useText('common')
  const isWrong = useSession((state) => state.onChain === false)
  if (!isWrong) return null
  return (
    <Bar tone="loss" role="alert" act={{ name: t('shell.switchNetwork'), onPress: () => void ensureChain() }}>
      {t('shell.wrongChain')}
    </Bar>
  )
}
