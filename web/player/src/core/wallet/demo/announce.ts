import type { AppInfo } from '@kit/api/contract'
import { demoWalletId } from '@kit/wallet/provider'
import { createDemoProvider } from './demoProvider'

const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#1a211e"/><path d="M32 10 51 21v22L32 54 13 43V21z" fill="#9b83d8"/><path d="M32 32 51 21v22L32 54z" fill="#7c63bd"/><path d="M32 32 13 21 32 10l19 11z" fill="#c3b3ec"/></svg>',
  )

let isAnnounced = false

/** Announces the built-in wallet through EIP-6963, like any other. Only a demo calls this. */
export function announceDemoWallet(app: AppInfo): void {
  if (isAnnounced || !app.demo) return
  isAnnounced = true
  const detail = Object.freeze({
    info: Object.freeze({ uuid: crypto.randomUUID?.() ?? '8f2c6f0e-3f0b-4e55-9d53-0d6f5a1b7c21', name: 'Demo wallet', icon, rdns: demoWalletId }),
    provider: createDemoProvider(app),
  })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
