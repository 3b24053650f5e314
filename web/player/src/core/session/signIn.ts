import type { AppInfo, Data, Params } from '@kit/api/contract'
import { ApiError, codeSignatureFailed, codeSuspended, TransportError } from '@kit/api/faults'
import { agreed, signInPhrase } from '@kit/signing/phrases'
import { isPending, isRejection, type WalletProvider } from '@kit/wallet/provider'
import { listAccounts, personalSign } from '@kit/wallet/sign'
import type { SwitchOutcome } from '../wallet/switchChain'
import type { RefusalReason, Suspension } from './store'

/** The steps of a sign-in, in their order. */
export type SignInStep = 'connecting' | 'switching' | 'signing' | 'verifying'

type Login = Params<'/api/user/logining'>
type LoggedIn = Data<'/api/user/logining'>

/** What a sign-in needs of the world around it. */
export interface SignInSurroundings {
  /** Begins a step; false says that this attempt is over, and that nothing more may be asked. */
  begin(step: SignInStep, address?: string): boolean
  /** The facts of the deployment; rejects where the server does not answer. */
  app(): Promise<AppInfo>
  /** Asks the server's facts anew: a wrong clock may be why it refused. */
  askAppAgain(): Promise<unknown>
  toChain(app: AppInfo): Promise<SwitchOutcome>
  /** Whether the wallet sees the deployment's own chain. */
  isOurWorld(app: AppInfo): Promise<boolean>
  /** The host of this page, which is signed for. */
  host: string
  /** The server's time, in milliseconds. */
  now(): number
  /** The user name or code of who invited this person. */
  referrer(): string | null
  login(login: Login): Promise<LoggedIn>
  /** Says why the server refused. */
  tell(message: string): void
  log(line: string, fault: unknown): void
}

/** How an attempt ended. One that another replaced ends as `dropped` and changes nothing. */
export type SignInEnd =
  | { kind: 'signed_in'; address: string; token: string; userInfo: LoggedIn }
  | { kind: 'refused'; reason: RefusalReason; suspension: Suspension | null }
  | { kind: 'dropped' }

const dropped: SignInEnd = { kind: 'dropped' }
const refused = (reason: RefusalReason, suspension: Suspension | null = null): SignInEnd => ({ kind: 'refused', reason, suspension })

/**
 * Signs in with a wallet: accounts, chain, address, signature, login, in this order. An answer that comes after
 * another attempt began is dropped, and leads to no further question of the wallet.
 */
export async function runSignIn(provider: WalletProvider, around: SignInSurroundings): Promise<SignInEnd> {
  if (!around.begin('connecting')) return dropped
  const app = await around.app().catch(() => null)
  if (!app) return refused('transport')
  const phrase = agreed(signInPhrase, app.signInPhrase, around.host)
  if (phrase === null) return refused('other_site')
  const account = await askAccount(provider, around)
  if (account.kind !== 'account') return account
  const { address } = account
  if (!around.begin('switching')) return dropped
  if ((await around.toChain(app)) !== 'on_chain') return refused('network')
  if (!(await around.isOurWorld(app))) return refused('real_chain')
  if (!around.begin('signing', address)) return dropped
  const message = `${phrase}${around.now()}`
  const signed = await sign(provider, { message, address }, around)
  if (signed.kind !== 'signature') return signed
  if (!around.begin('verifying')) return dropped
  return login({ address, message, signature: signed.signature }, around)
}

async function askAccount(provider: WalletProvider, around: SignInSurroundings): Promise<{ kind: 'account'; address: string } | SignInEnd> {
  try {
    const [address] = await listAccounts(provider, true)
    return address ? { kind: 'account', address } : refused('no_account')
  } catch (fault) {
    if (isPending(fault)) return refused('pending')
    if (!isRejection(fault)) around.log('the wallet shared no account', fault)
    return refused('no_account')
  }
}

async function sign(
  provider: WalletProvider,
  { message, address }: { message: string; address: string },
  around: SignInSurroundings,
): Promise<{ kind: 'signature'; signature: string } | SignInEnd> {
  try {
    return { kind: 'signature', signature: await personalSign(provider, message, address) }
  } catch (fault) {
    if (isPending(fault)) return refused('pending')
    if (!isRejection(fault)) around.log('sign-in was not signed', fault)
    return refused('signature')
  }
}

async function login(statement: { address: string; message: string; signature: string }, around: SignInSurroundings): Promise<SignInEnd> {
  const { address, message, signature } = statement
  try {
    const userInfo = await around.login({ username: address, type: 'ANDROID', pusername: around.referrer() ?? undefined, message, signature })
    return userInfo.token ? { kind: 'signed_in', address, token: userInfo.token, userInfo } : refused('server')
  } catch (fault) {
    if (fault instanceof ApiError && fault.code === codeSuspended) {
      const { reason = '', until = '' } = fault.details
      return refused(until ? 'suspended_until' : 'suspended', { reason, until })
    }
    if (!(fault instanceof ApiError)) return refused(fault instanceof TransportError ? 'transport' : 'server')
    around.tell(fault.message)
    if (fault.code !== codeSignatureFailed) await around.askAppAgain().catch(() => undefined)
    return refused('server')
  }
}
