import { deviceStorage } from '../kept/storage'
import { useSyncExternalStore } from 'react'

/** The themes a person can choose; `system` follows the device. */
export const themes = ['system', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'theme'
const listeners = new Set<() => void>()

/** The chosen theme; anything unknown means the device's. */
function currentTheme(): Theme {
  return themes.find((theme) => theme === deviceStorage.getItem(storageKey)) ?? 'system'
}

/** The canvas of each theme, for the browser's own bars; they cannot read the page's tokens. */
const canvas = { dark: '#0f1412', light: '#f4f1e9' }

/** Puts the chosen theme on the page and its browser's bars. Called before anything renders. */
export function applyTheme(): void {
  const theme = currentTheme()
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    bar.content = canvas[theme === 'system' ? (bar.media.includes('light') ? 'light' : 'dark') : theme]
  }
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Chooses a theme and remembers it. */
export function chooseTheme(theme: Theme): void {
  deviceStorage.setItem(storageKey, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The chosen theme, as React state. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}
