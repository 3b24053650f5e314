import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Dialog } from '@console/frame/Dialog'
import { useWalletRequest } from '@console/wallet/requests'

/** The demo's wallet: what is asked to be signed, word for word, and the person's answer. */
export function DemoSigning() {
  const t = useText('console')
  const request = useWalletRequest()
  if (!request) return null
  return (
    <Dialog title={t('demo.sign')} onClose={() => request.answer(false)}>
      <pre translate="no" className="my-4 rounded-field border border-line bg-sunk p-3 font-sans text-13 break-words whitespace-pre-wrap">
        {request.text}
      </pre>
      <div className="flex flex-wrap gap-2">
        <Button kind="main" onClick={() => request.answer(true)}>
          {t('demo.signYes')}
        </Button>
        <Button kind="quiet" onClick={() => request.answer(false)}>
          {t('demo.signNo')}
        </Button>
      </div>
    </Dialog>
  )
}
