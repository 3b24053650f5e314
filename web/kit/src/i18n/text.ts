import { setupI18n } from '@lingui/core'
import { useCallback, useSyncExternalStore } from 'react'
import { loadFile } from './catalogueFiles'
import type { Namespace, TextKey, TextValues } from './catalogues'
import { htmlLang, localeOf, storedLanguage, storeLanguage, type Language } from './language'

/** Gives the text of a namespace's key in the current language. */
type Text<N extends Namespace> = <Key extends TextKey<N>>(key: Key, ...values: TextValues<N, Key>) => string

const engine = setupI18n()
const wanted = new Set<Namespace>()
const loaded = new Set<string>()
const listeners = new Set<() => void>()
let language: Language = storedLanguage()
let revision = 0
let choices = 0

function publish(): void {
  revision += 1
  for (const listener of listeners) listener()
}

function activate(): void {
  engine.activate(language, [localeOf(language)])
  // Written again, even the same makes the browser work out every style anew.
  if (typeof document !== 'undefined' && document.documentElement.lang !== htmlLang(language)) document.documentElement.lang = htmlLang(language)
}

async function loadNamespace(target: Language, namespace: Namespace): Promise<void> {
  const name = `${target}/${namespace}`
  if (loaded.has(name)) return
  const messages = (await loadFile(target, namespace))[namespace] ?? {}
  engine.load(target, Object.fromEntries(Object.entries(messages).map(([key, text]) => [`${namespace}.${key}`, text])))
  loaded.add(name)
}

/** Loads the namespaces a screen names, in the current language; the screen renders after it. */
export async function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace)
  const target = language
  await Promise.all(namespaces.map((namespace) => loadNamespace(target, namespace)))
  activate()
}

/** The current language, outside of React. */
export function currentLanguage(): Language {
  return language
}

/** Changes the language everywhere, and remembers it. Resolves when the texts are on the screen, or when another choice was made meanwhile. */
export async function changeLanguage(next: Language): Promise<void> {
  const choice = (choices += 1)
  // A screen that is opened meanwhile wants its texts too.
  let loading: number
  do {
    loading = wanted.size
    await Promise.all([...wanted].map((namespace) => loadNamespace(next, namespace)))
  } while (loading < wanted.size)
  if (choice < choices) return
  language = next
  storeLanguage(next)
  activate()
  publish()
}

/** A text outside of React, for toasts raised by the wallet or the client. */
export function text<N extends Namespace, Key extends TextKey<N>>(namespace: N, key: Key, ...[values]: TextValues<N, Key>): string {
  return engine._(`${namespace}.${key}`, values)
}

/** Whether there is a text: a newer server may say a word that this build does not know. */
export function hasText(namespace: Namespace, key: string): boolean {
  return engine.messages[`${namespace}.${key}`] !== undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The texts of one namespace; the component renders again when the language changes. */
export function useText<N extends Namespace>(namespace: N): Text<N> {
  const current = useSyncExternalStore(subscribe, () => revision)
  return useCallback(
    (key, ...values) => text(namespace, key, ...values),
    // The revision is what makes the same function name another language's texts.
    // oxlint-disable-next-line react/exhaustive-deps
    [namespace, current],
  )
}

/** The current language, as React state. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => language)
}
