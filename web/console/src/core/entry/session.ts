import { isSessionLost, call } from '../api/call'
import { answers } from '../api/answers'
import type { Data, Me } from '../contract/contract'
import { text } from '@kit/i18n/text'
import { deviceStorage } from '@kit/kept/storage'
import { serverNow } from '@kit/time/clock'
import { toast } from '@kit/ui/toast'
import type { WalletChoice } from '@kit/wallet/provider'
import { listAccounts, personalSign } from '@kit/wallet/sign'
import { forgetDemoWallet, keepDemoWallet } from '../wallet/demo'
import { fromWallet, NoWallet, rememberWallet } from '../wallet/wallet'
import type { Role } from '../session/roles'
import { currentSession, setSession } from '../session/store'

/** Stands from the press that signs out until the server has ended the session: nobody is signed in by it any more. */
const leftKey = 'etld.operator.left'

/** The end of a session that somebody left: the next one begins once it is known, as that end takes the cookie away. */
let leaving: Promise<void> = Promise.resolve()

/** Asks who is signed in, as after a reload. A session that somebody left and that goes on is ended. */
export async function startSession(): Promise<void> {
  try {
    // The answer brings the server's clock along, by which ages are told.
    await call('hello', {}, { isQuiet: true, isBackground: true })
    const isLeft = deviceStorage.getItem(leftKey) !== null
    setSession({ is: 'in', me: await call('me', {}, { isQuiet: true, isBackground: isLeft }) })
    if (!isLeft) return
    // The call has the session's token once it is made. Nothing is shown of the session, and its end is not waited for.
    leaving = leave()
    setSession({ is: 'out' })
  } catch (fault) {
    if (isSessionLost(fault)) deviceStorage.removeItem(leftKey)
    else console.error('who is signed in is not known', fault)
    setSession({ is: 'out' })
  }
}

/** Asks anew who is signed in, in the background. The session is theirs as they are now, unless another one began meanwhile. */
export async function followMe(): Promise<Me> {
  const before = currentSession()
  const me = await call('me', {}, { isQuiet: true, isBackground: true })
  if (before.is === 'in' && before.me.id === me.id && currentSession() === before) setSession({ is: 'in', me })
  return me
}

/** Goes on as somebody: where that is who worked here before, the screen stays as it was. */
function enter(me: Me): void {
  const before = currentSession()
  if (before.is === 'lost' && before.me.id !== me.id) location.hash = '#/'
  if (before.is !== 'lost' || before.me.id !== me.id) answers.clear()
  deviceStorage.removeItem(leftKey)
  setSession({ is: 'in', me })
  void answers.invalidateQueries()
}

interface Proof {
  address: string
  signedAt: number
  signature: string
}

async function prove({ provider }: WalletChoice): Promise<Proof> {
  const [address] = await fromWallet(listAccounts(provider, true))
  if (!address) throw new NoWallet()
  // The answer brings the server's clock along.
  const { signInPhrase } = await call('hello', {}, { isQuiet: true })
  const signedAt = serverNow()
  return { address, signedAt, signature: await fromWallet(personalSign(provider, `${signInPhrase}${signedAt}`, address)) }
}

/** Signs in with a wallet's signature and the authenticator's code. */
export async function signIn(wallet: WalletChoice, code: string): Promise<void> {
  const proof = await prove(wallet)
  await leaving
  const me = await call('signin', { ...proof, code }, { isQuiet: true })
  rememberWallet(wallet)
  forgetDemoWallet()
  enter(me)
}

/** Gets the secret for an authenticator that is set up for the first time. */
export async function enrol(wallet: WalletChoice): Promise<Data<'signin/enrol'>> {
  return call('signin/enrol', await prove(wallet), { isQuiet: true })
}

/** Signs in as one of the demo's people, whose wallet is built in. */
export async function enterDemo(role: Role, person: number): Promise<void> {
  await leaving
  const answer = await fetch(`/demo/operator-session?role=${role}&person=${person}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`the demo gave no session: ${answer.status}`)
  keepDemoWallet((await answer.json()) as { address: string; key: `0x${string}` })
  // The page token comes with the answer of `me`.
  enter(await call('me', {}, { isQuiet: true }))
}

/** Ends the session; one that cannot be ended is said, and ended by the next page that starts here. */
async function leave(): Promise<void> {
  deviceStorage.setItem(leftKey, 'yes')
  try {
    await call('signout', {}, { isQuiet: true })
    deviceStorage.removeItem(leftKey)
  } catch (fault) {
    if (isSessionLost(fault)) deviceStorage.removeItem(leftKey)
    else toast.error(text('console', 'signOut.failed'))
  }
}

export async function signOut(): Promise<void> {
  await leave()
  forgetDemoWallet()
  answers.clear()
  location.hash = '#/'
  setSession({ is: 'out' })
}
