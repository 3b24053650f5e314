import { useEffect, Suspense, useState, type ReactNode } from 'react'
import { countPush, resumePush } from '@core/session/pushFollow'
import { useUser } from '@core/queries/useUser'
import { useSession } from '@core/session/store'
import { late } from '@core/frame/late'
import { asksForPalette } from '@kit/words/asksForPalette'
import { findUnattended, useEarlierCommands } from '@core/command/useCommand'
import { answers } from '@core/session/cache'
import { FirstIncome } from '../moving/FirstIncome'
import { Live } from '../connection/Live'
import { Strips } from '../moving/MovingMoney'
import { lookDaily } from './routes'

/** Above the screen: it comes in one file with what stands beside it. */
export { Earlier }

/** What follows a signed-in person on every screen. */
export function BesideScreens() {
  return (
    <>
      <Live />
      <Push />
      <Daily />
      <Strips />
      <FirstIncome />
      <Palette />
      <Held />
    </>
  )
}

/** Goes on telling a person while the app is closed, and keeps the figure on the app's icon. Shows nothing. */
function Push() {
  const userId = useSession((state) => state.userId)
  const unread = useUser({ isShell: true }).data?.unread
  useEffect(() => {
    if (userId !== null) resumePush(userId)
  }, [userId])
  useEffect(() => {
    if (unread !== undefined) countPush(unread)
  }, [unread])
  return null
}

/** The screen that is opened first has its time. */
const dailyAfterMs = 20_000
const dailyAgainMs = 3_600_000

/** Lets the app look by itself at what the platform shows of each day. Shows nothing. */
function Daily() {
  const userId = useSession((state) => state.userId)
  useEffect(() => {
    const look = () => void lookDaily(answers)
    const first = setTimeout(look, dailyAfterMs)
    const again = setInterval(look, dailyAgainMs)
    return () => {
      clearTimeout(first)
      clearInterval(again)
    }
  }, [userId])
  return null
}

const EarlierCommands = late(() => import('../moving/EarlierCommands').then((module) => module.EarlierCommands), ['command'])

/** Whether an earlier command waits for its answer; only then does the rest of its code come. */
function Earlier() {
  const userId = useSession((state) => state.userId)
  const isNeeded = useEarlierCommands(({ pending, outcomes }) => pending.length + outcomes.length > 0)
  useEffect(findUnattended, [userId])
  return isNeeded ? (
    <Suspense fallback={null}>
      <EarlierCommands />
    </Suspense>
  ) : null
}

const PaletteSheet = late(() => import('../palette/PaletteSheet').then((module) => module.PaletteSheet), ['help'])

/** Listens for the keys that open the way to every screen. Shows nothing until then. */
function Palette() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // A sheet that is open, such as one that is being paid in, keeps the place.
      if (document.querySelector('[role=dialog]')) return
      if (!asksForPalette(event)) return
      event.preventDefault()
      setIsOpen(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return <Suspense fallback={null}>{isOpen && <PaletteSheet onClose={() => setIsOpen(false)} />}</Suspense>
}

/** Shows what is held. What listens for it comes with the first press or key, as no start needs it. */
function Held() {
  const [sheet, show] = useState<ReactNode>(null)
  useEffect(() => {
    const end = new AbortController()
    const first = new AbortController()
    const load = () =>
      void import('../palette/listenHeld').then(
        ({ listen }) => {
          if (!first.signal.aborted) listen(show, end.signal)
          first.abort()
        },
        // What does not come is asked for again with the next press.
        () => undefined,
      )
    for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, load, { signal: first.signal })
    return () => {
      first.abort()
      end.abort()
    }
  }, [])
  return <Suspense fallback={null}>{sheet}</Suspense>
}
