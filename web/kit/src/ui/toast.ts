import type toastLibrary from 'react-hot-toast'

type Library = typeof toastLibrary
let library: Promise<Library> | null = null

/** Loads the toasts; the shell calls it when the page is quiet, a toast before that loads it itself. */
export function loadToasts(): Promise<Library> {
  library ??= import('react-hot-toast').then((module) => module.default)
  return library
}

/**
 * Toasts by the spec: 4 s for errors and plain ones, 2 s for success, loading until replaced.
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
  /** Stays until another toast with the same id replaces it. */
  loading(message: string, id: string): void {
    void loadToasts().then((show) => show.loading(message, { id }))
  },
  dismiss(id: string): void {
    void loadToasts().then((show) => show.dismiss(id))
  },
}
