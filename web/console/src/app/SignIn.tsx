import { useAnswer } from '@console/api/useAnswer'
import type { Data } from '@console/contract/contract'
import { wordsOf } from '@console/decide/approve'
import { enrol, enterDemo, signIn } from '@console/entry/session'
import { Choice, Field } from '@console/form/fields'
import { roles, type Role } from '@console/session/roles'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { QrCode } from '@kit/ui/QrCode'
import { toast } from '@kit/ui/toast'
import { useWallets } from '@kit/wallet/discover'
import type { WalletChoice } from '@kit/wallet/provider'
import { useState } from 'react'

/** Signing in: the wallet signs a text, and the authenticator gives a code; at the first time it is set up here. */
export function SignIn() {
  const t = useText('console')
  const hello = useAnswer('hello', {})
  const wallets = useWallets()
  const [walletId, setWalletId] = useState('')
  const [code, setCode] = useState('')
  const [secret, setSecret] = useState<Data<'signin/enrol'> | null>(null)
  const [state, setState] = useState<'idle' | 'asking'>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const wallet = wallets.find(({ id }) => id === walletId) ?? wallets[0]

  async function ask(step: (wallet: WalletChoice) => Promise<void>) {
    if (!wallet || state === 'asking') return
    setState('asking')
    setProblem(null)
    try {
      await step(wallet)
    } catch (fault) {
      setProblem(wordsOf(fault) ?? t('wallet.unsigned'))
    } finally {
      setState('idle')
    }
  }

  return (
    <div className="grid gap-4">
      {hello.data && !hello.data.canSignIn && <p className="text-15 text-loss">{t('signIn.noKey')}</p>}
      {wallets.length === 0 ? (
        <p className="text-15 text-muted">{t('signIn.noWallet')}</p>
      ) : (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void ask((chosen) => signIn(chosen, code.trim()))
          }}
        >
          {wallets.length > 1 && (
            <Choice
              label={t('signIn.wallet')}
              value={wallet?.id ?? ''}
              values={wallets.map(({ id, name }) => [id, name === '' ? t('signIn.browserWallet') : name] as const)}
              onChange={setWalletId}
            />
          )}
          {secret && (
            <div className="grid gap-2">
              <p className="text-15">{t('signIn.scan')}</p>
              <div className="w-48">
                <QrCode text={secret.uri} label={t('signIn.scan')} />
              </div>
              <p translate="no" className="fig text-13 break-all text-muted">
                {secret.secret}
              </p>
            </div>
          )}
          <Field label={t('signIn.code')} value={code} onChange={setCode} lengthMax={6} inputMode="numeric" autoComplete="one-time-code" problem={problem} />
          <Button kind="main" type="submit" busy={state === 'asking'}>
            {t('signIn.action')}
          </Button>
          {!secret && (
            <button
              type="button"
              className="min-h-11 text-15 underline underline-offset-4"
              onClick={() => void ask(async (chosen) => setSecret(await enrol(chosen)))}
            >
              {t('signIn.first')}
            </button>
          )}
        </form>
      )}
      {hello.data?.demo && <DemoPeople />}
    </div>
  )
}

const people = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** The cookie of a session is a host's: the same machine under its other name is a second window for a second person. */
function otherHost(): string {
  const { port, hostname } = location
  return `http://${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}/operator/`
}

/** The demo's people, nine of each role, each with a wallet built in. */
function DemoPeople() {
  const t = useText('console')
  const [role, setRole] = useState<Role>('finance_checker')
  const [person, setPerson] = useState<(typeof people)[number]>('1')
  return (
    <section aria-label={t('demo.title')} className="grid gap-3 border-t border-line pt-4">
      <h2 className="text-16 font-semibold">{t('demo.title')}</h2>
      <p className="text-13 text-muted">{t('demo.hint')}</p>
      <div className="grid grid-cols-[2fr_1fr] gap-3">
        <Choice label={t('demo.role')} value={role} values={roles.map((one) => [one, t(`role.${one}`)] as const)} onChange={setRole} />
        <Choice label={t('demo.person')} value={person} values={people.map((one) => [one, one] as const)} onChange={setPerson} />
      </div>
      <Button
        onClick={() => {
          enterDemo(role, Number(person)).catch((fault: unknown) => {
            console.error('the demo lets nobody in', fault)
            toast.error(t('demo.failed'))
          })
        }}
      >
        {t('demo.enter')}
      </Button>
      <a href={otherHost()} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center text-13 underline underline-offset-4">
        {t('demo.second')}
      </a>
    </section>
  )
}
