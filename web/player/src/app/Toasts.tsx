import { Toaster } from 'react-hot-toast'

/** Where toasts appear: 4 s for plain ones and errors, 2 s for success, loading until replaced; 20 at most. */
export function Toasts() {
  return (
    <Toaster
      position="top-center"
      containerStyle={{ top: 'calc(12px + env(safe-area-inset-top))' }}
      toastOptions={{
        duration: 4_000,
        success: { duration: 2_000, iconTheme: { primary: 'var(--gain)', secondary: 'var(--raised)' } },
        error: { duration: 4_000, iconTheme: { primary: 'var(--loss)', secondary: 'var(--raised)' } },
        loading: { duration: Number.POSITIVE_INFINITY },
        style: {
          background: 'var(--raised)',
          color: 'var(--ink)',
          border: '1px solid var(--line)',
          borderRadius: '12px',
          boxShadow: 'var(--shade)',
          fontSize: '0.9375rem',
          maxWidth: 'min(92vw, 420px)',
        },
      }}
    />
  )
}
