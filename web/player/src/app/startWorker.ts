const workerAfterMs = 3_000

/** The service worker keeps the app's files for times without a line. It begins when the first screen is done. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch((fault: unknown) => console.error('no service worker', fault))
  }, workerAfterMs)
}
