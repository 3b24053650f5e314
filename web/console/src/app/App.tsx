import type { ToastOptions } from 'react-hot-toast'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { RouterProvider } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Spinner } from '@kit/ui/Spinner'
import { whenToasted } from '@kit/ui/toast'
import { answers } from '@console/api/answers'
import { Dialog } from '@console/frame/Dialog'
import { useSession } from '@console/session/store'
import { Button } from '@kit/ui/Button'
import { useWalletRequest } from '@console/wallet/requests'
import { LanguageChoice, ThemeChoice } from './Own'
import { router } from './router'
import { SignIn } from './SignIn'

// Its style tag takes the page's nonce when the library loads, which is after the nonce was offered.
const library = () => import('react-hot-toast')
const Toaster = lazy(async () => ({ default: (await library()).Toaster }))
whenToasted(async () => (await library()).default)

const toasts: ToastOptions = {
  duration: 5_000,
  style: {
    background: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '12px',
    boxShadow: 'var(--shade)',
    fontSize: '0.9375rem',
    // What was decided may be called by a transaction's hash.
    overflowWrap: 'anywhere',
  },
}

/** What can be done with a record stands at the bottom: a toast covers none of it. */
const aboveActions = { bottom: 88 }

/** The whole console: who is not signed in sees the way in, everybody else the screens. */
export function App() {
  return (
    <QueryClientProvider client={answers}>
      <Content />
      <DemoSigning />
      <Suspense fallback={null}>
        <Toaster position="bottom-center" containerStyle={aboveActions} toastOptions={toasts} />
      </Suspense>
    </QueryClientProvider>
  )
}

function Content() {
  const t = useText('console')
  const session = useSession()
  if (session.is === 'starting') {
    return (
      <main className="flex min-h-dvh items-center justify-center">
        <Spinner size={28} />
      </main>
    )
  }
  if (session.is === 'out') return <Gate />
  return (
    <>
      <RouterProvider router={router} />
      {session.is === 'lost' && (
        <Dialog title={t('signIn.lost')}>
          <p className="mt-1 mb-4 text-15 text-muted">{t('signIn.lostHint')}</p>
          <SignIn />
        </Dialog>
      )}
    </>
  )
}

function Gate() {
  const t = useText('console')
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[420px] flex-col gap-5 px-4 pt-[8vh] pb-8">
      <h1 translate="no" className="text-20 font-semibold">
        ETLD <span className="text-[var(--brass)]">⬡</span> <span className="text-15 font-normal text-muted">{t('nav.operator')}</span>
      </h1>
      <div className="grid grid-cols-2 gap-3">
        <LanguageChoice />
        <ThemeChoice />
      </div>
      <div className="rounded-card border border-line bg-raised p-5">
        <SignIn />
      </div>
    </main>
  )
}

/** The demo's wallet: what is asked to be signed, word for word, and the person's answer. */
function DemoSigning() {
  const t = useText('console')
  const request = useWalletRequest()
  if (!request) return null
  return (
    <Dialog title={t('demo.sign')} onClose={() => request.answer(false)}>
      <pre translate="no" className="my-4 rounded-field border border-line bg-sunk p-3 font-sans text-13 break-words whitespace-pre-wrap">
        {request.text}
      </pre>
      <div className="flex flex-wrap gap-2">
        <Button kind="main" onClick={() => request.answer(true)}>
          {t('demo.signYes')}
        </Button>
        <Button kind="quiet" onClick={() => request.answer(false)}>
          {t('demo.signNo')}
        </Button>
      </div>
    </Dialog>
  )
}
