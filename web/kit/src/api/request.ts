import { lanHeader } from '../i18n/language'

/** Whom a request is from: a token and a language, as the stores keep them. */
export interface Asker {
  token: string | null
  language: string
}

/** The payload as a query string: what is undefined or null is left out, nothing else. */
export function queryOf(params: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null) query.append(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** What every request is sent with. */
export function requestOf({ token, language }: Asker): RequestInit & { headers: Record<string, string> } {
  const headers: Record<string, string> = { 'Content-Type': 'application/json', lan: lanHeader(language) }
  if (token) headers['token'] = token
  return { method: 'POST', headers, credentials: 'omit', cache: 'no-store' }
}
