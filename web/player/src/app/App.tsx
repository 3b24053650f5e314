import { QueryClientProvider } from '@tanstack/react-query'
import { answers } from '@core/session/cache'
import { Router } from './router'

/** The whole app: cache and routes. */
export function App() {
  return (
    <QueryClientProvider client={answers}>
      <Router />
    </QueryClientProvider>
  )
}
