import type toastLibrary from 'react-hot-toast'

type Library = typeof toastLibrary
let loadToasts: () => Promise<Library> = () => new Promise(() => undefined)

/** Says where the library of toasts is loaded from; the shell does so when the page is quiet, a toast before that loads it itself. */
export function whenToasted(load: () => Promise<Library>): void {
  loadToasts = load
}

/**
 * Toasts by the spec: 4 s for errors and plain ones, 2 s for success.
 * The same sentence is shown once at a time.
 */
export const toast = {
  error(message: string): void {
    void loadToasts().then((show) => show.error(message, { id: `error:${message}`, ariaProps: { role: 'alert', 'aria-live': 'assertive' } }))
  },
  success(message: string): void {
    void loadToasts().then((show) => show.success(message, { id: `success:${message}` }))
  },
  plain(message: string): void {
    void loadToasts().then((show) => show(message, { id: `plain:${message}` }))
  },
}
