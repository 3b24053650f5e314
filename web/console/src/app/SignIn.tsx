import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { QrCode } from '@kit/ui/QrCode'
import { useWallets } from '@kit/wallet/discover'
import type { WalletChoice } from '@kit/wallet/provider'
import { wordsOf } from '@console/decide/approve'
import { useAnswer } from '@console/api/useAnswer'
import type { Data } from '@console/contract/contract'
import { Choice, Field } from '@console/form/fields'
import { enrol, signIn } from '@console/entry/session'
import { DemoPeople } from './DemoPeople'

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
