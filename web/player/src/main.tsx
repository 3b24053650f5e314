import './app/shell/early'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { currentLanguage, loadTexts } from '@kit/i18n/text'
import { answers } from '@core/session/cache'
import { startSession, whenDemo } from '@core/session/session'
import { whenToasted } from '@kit/ui/toast'
import { Router } from './app/shell/router'
import { preloadFirst } from './app/shell/Shell'

/** So long a first screen is waited for. */
const firstWithinMs = 1_000

/** The worker begins when the first screen is done. */
const workerAfterMs = 3_000

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')

// Cyrillic is a font file of its own, which comes beside the texts.
const font = currentLanguage() === 'ru' ? document.fonts.load('1em "Golos Text"', 'Я').catch(() => undefined) : undefined
whenToasted(() => import('./app/shell/AboveScreens').then(({ toastLibrary }) => toastLibrary))
whenDemo((app) => import('./app/demo/DemoWallet').then(({ announceDemoWallet }) => announceDemoWallet(app)))

// The first words of the shell come before the first render, so nothing shows a bare key. The first screen and its font as
// well, if they are there soon: a frame without them costs more than it shows.
await Promise.all([loadTexts(['common']), Promise.race([Promise.all([preloadFirst(), font]), new Promise((resolve) => setTimeout(resolve, firstWithinMs))])])
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={answers}>
      <Router />
    </QueryClientProvider>
  </StrictMode>,
)
void startSession()
startWorker()

/** The service worker keeps the app's files for times without a line. It begins when the first screen is done. */
function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch((fault: unknown) => console.error('no service worker', fault))
  }, workerAfterMs)
}
