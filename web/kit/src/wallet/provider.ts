/** A wallet as EIP-1193 describes it, as far as the app uses it. */
export interface WalletProvider {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
}

/** A wallet the person can choose. */
export interface WalletChoice {
  id: string
  name: string
  icon: string | null
  provider: WalletProvider
}

/** The id under which the built-in demo wallet announces itself. */
export const demoWalletId = 'app.etld.demo-wallet'

const rejectedCode = 4001
const unknownChainCode = 4902
const pendingCode = -32002
const internalCode = -32603
const depthMax = 4

/** Every code an error carries: mobile wallets nest the real one in `data.originalError` or `cause`. */
function codesOf(fault: unknown, depth = 0): number[] {
  if (typeof fault !== 'object' || fault === null || depth > depthMax) return []
  const own = 'code' in fault ? [Number(fault.code)].filter(Number.isInteger) : []
  const inner = ['data', 'originalError', 'cause', 'error'].flatMap((field) => codesOf((fault as Record<string, unknown>)[field], depth + 1))
  return [...own, ...inner]
}

function messageOf(fault: unknown): string {
  return typeof fault === 'object' && fault !== null && 'message' in fault ? String(fault.message) : String(fault)
}

/** The person said no. That is an answer, not an error. */
export function isRejection(fault: unknown): boolean {
  return codesOf(fault).includes(rejectedCode) || /user (rejected|denied|cancell?ed)/i.test(messageOf(fault))
}

/** Everything an error says in words, nested as codes are. */
function messagesOf(fault: unknown, depth = 0): string[] {
  if (typeof fault !== 'object' || fault === null || depth > depthMax) return typeof fault === 'string' ? [fault] : []
  return ['message', 'data', 'originalError', 'cause', 'error'].flatMap((field) => messagesOf((fault as Record<string, unknown>)[field], depth + 1))
}

/** What an error of the wallet says of a transfer it was asked to send. */
export type SendFault = 'refused' | 'no_gas' | 'unsure'

/**
 * A refusal, and a wallet without coins for the network's fee, mean that nothing was sent. Any other error leaves it
 * open: some wallets send and then report an error.
 */
export function sendFaultOf(fault: unknown): SendFault {
  if (isRejection(fault)) return 'refused'
  return messagesOf(fault).some((message) => /insufficient funds/i.test(message)) ? 'no_gas' : 'unsure'
}

/** The wallet already shows a request and wants that one answered first. */
export function isPending(fault: unknown): boolean {
  return codesOf(fault).includes(pendingCode)
}

/**
 * The wallet does not know the chain and wants it added. Desktop wallets say 4902; mobile ones nest it, say it
 * only in words, or answer a bare internal error.
 */
export function isUnknownChain(fault: unknown): boolean {
  const codes = codesOf(fault)
  if (codes.includes(unknownChainCode)) return true
  if (/unrecogni[sz]ed chain|chain .*(not been added|not added|not found)|try adding the chain/i.test(messageOf(fault))) {
    return true
  }
  return codes.includes(internalCode) && !codes.includes(rejectedCode)
}

/** Reads an account list, or nothing where the wallet answers something else. */
export function accountsOf(answer: unknown): string[] {
  return Array.isArray(answer) ? answer.filter((entry): entry is string => /^0x[0-9a-f]{40}$/i.test(String(entry))) : []
}

/** Reads a chain id in hexadecimal, decimal or as a number. */
export function chainIdOf(answer: unknown): number | null {
  const id = typeof answer === 'string' || typeof answer === 'number' ? Number(answer) : Number.NaN
  return Number.isInteger(id) && id > 0 ? id : null
}

/** Whether two addresses are the same account, whatever their letter case. */
export function sameAddress(left: string | null | undefined, right: string | null | undefined): boolean {
  return !!left && !!right && left.toLowerCase() === right.toLowerCase()
}
