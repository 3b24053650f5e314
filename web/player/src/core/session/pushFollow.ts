/** Only who once agreed has anything to follow: for everybody else nothing is loaded. */
const isAllowed = () => typeof Notification !== 'undefined' && Notification.permission === 'granted'

const warn = (fault: unknown) => console.error('messages while the app is closed', fault)

/** Goes on telling a person who signs in. */
export function resumePush(userId: string): void {
  if (isAllowed()) import('./pushDevice').then(({ resume }) => resume(userId)).catch(warn)
}

/** Ends it on this device with the session. */
export function forgetPush(): void {
  if (isAllowed()) import('./pushDevice').then(({ forgetDevice }) => forgetDevice()).catch(warn)
}

/** Keeps the figure on the app's icon. */
export function countPush(unread: number): void {
  if (isAllowed()) import('./pushDevice').then(({ showCount }) => showCount(unread)).catch(warn)
}
