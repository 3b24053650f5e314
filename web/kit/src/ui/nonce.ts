/** The nonce the server gave this page's styles; empty where it gave none (development). */
export function styleNonce(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
  return content.startsWith('__') ? '' : content
}

/** The toasts' style tag reads its nonce from this global when it is made. Called before it loads. */
export function offerNonce(): void {
  Object.assign(window, { __nonce__: styleNonce() })
}
