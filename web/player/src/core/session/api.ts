import { createClient, isCommand, type Call } from '@kit/api/client'
import { currentLanguage, text } from '@kit/i18n/text'
import { noteAnswer } from '@kit/time/clock'
import { toast } from '@kit/ui/toast'
import { fetchOrTake } from './ahead'
import { useSession } from './store'

let onSessionLost: (token: string) => void = () => undefined

/** Says what happens when the server no longer knows the token. */
export function whenSessionLost(handler: (token: string) => void): void {
  onSessionLost = handler
}

const client = createClient({
  host: () => useSession.getState().app?.apiHost ?? '',
  token: () => useSession.getState().token,
  person: () => useSession.getState().userId,
  language: currentLanguage,
  toastError: (message) => toast.error(message),
  systemError: () => text('common', 'systemError'),
  sessionLost: (token) => onSessionLost(token),
  log: (line, fault) => console.error(line, fault),
  fetch: fetchOrTake,
})

/** The app's client: every call to the server goes through here. */
export const call: Call = async (path, params, options) => {
  const askedAtMs = Date.now()
  const data = await client(path, params, options)
  // A command's answer may be a stored one, and its time is long past.
  if (!isCommand(params)) noteAnswer(data, askedAtMs)
  return data
}
