/** What a refused call says beside its message. */
interface RefusalData {
  field?: string
  retryAfter?: number
  min?: string
  max?: string
  reason?: string
  until?: string
}

/** The server answered and refused: HTTP 200, a code other than 200, a message in the user's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly path: string
  readonly code: number
  readonly data: unknown

  constructor(path: string, code: number, message: string, data: unknown) {
    super(message)
    this.path = path
    this.code = code
    this.data = data
  }

  /** The bounds or the field the refusal names, if it names any. */
  get details(): RefusalData {
    return typeof this.data === 'object' && this.data !== null ? (this.data as RefusalData) : {}
  }
}

type TransportReason = 'timeout' | 'unreachable' | 'status' | 'unreadable'

/** No answer we can use came back. Whether the call had an effect is unknown; the same requestId asks again. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly path: string
  readonly reason: TransportReason
  readonly status: number | undefined

  constructor(path: string, reason: TransportReason, options: { status?: number; cause?: unknown } = {}) {
    super(`${path}: ${reason}${options.status ? ` ${options.status}` : ''}`, { cause: options.cause })
    this.path = path
    this.reason = reason
    this.status = options.status
  }
}

/** The session is over; the app signs in again. */
export const codeSignInAgain = 1001
/** What was asked for does not exist. */
const codeNotFound = 1005
/** Something broke inside the server; whether the call had an effect is unknown. */
export const codeSystemError = 1008
/** Too many calls; this one was not looked at. */
export const codeBusy = 1010
/** Under maintenance; the call was not looked at. */
export const codeMaintenance = 1011
/** The signature was refused; the app says "Signature failed". */
export const codeSignatureFailed = 1101
/** What was signed is too old, or from the future. */
export const codeMessageExpired = 1102
/** What was signed, or something later, was used before. */
export const codeSignatureUsed = 1103
/** The account is suspended: `reason` says why, and `until` until when, where that is known. */
export const codeSuspended = 1104
/** There is no price at present. */
export const codeNoPrice = 1401
/** The quote's time was over when the order came. */
export const codeQuoteExpired = 1402
/** Buyers or inventory do not cover the amount. */
export const codeTooFew = 1405
/** The terms, or the sum, are others than were shown. */
export const codeTermsChanged = 1504
/** Where something stands forbids it, or a payment on chain would reserve more than such payments may. */
export const codeNotPossible = 1506
/** Another window signed in as somebody else: the cookie is no longer this page's. Operators alone meet it, as what follows. */
export const codePageOutdated = 2002
/** A proposal about the same waits already. */
export const codeProposalPending = 2016

/** Whether what was asked for does not exist. */
export function isNotFound(fault: unknown): boolean {
  return fault instanceof ApiError && fault.code === codeNotFound
}
