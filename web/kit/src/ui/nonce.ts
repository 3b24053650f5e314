/** What stands in the page until a server puts its nonce there. A real nonce may begin with underscores too. */
const placeholder = '__CSP_NONCE__'

/** The nonce the server gave this page's styles; empty where it gave none (development). */
export function styleNonce(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
  return content === placeholder ? '' : content
}

/** The toasts' style tag reads its nonce from this global when it is made. Called before it loads. */
export function offerNonce(): void {
  Object.assign(window, { __nonce__: styleNonce() })
}
