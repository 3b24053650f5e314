import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { TopUpInfo } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { ourPhrase, signText } from '@core/session/connection'
import { useSession } from '@core/session/store'
import { claimPhrase } from '@kit/signing/phrases'
import { serverNow } from '@kit/time/clock'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import { claimSuspense } from './api'
import { ReceiptRow } from './ReceiptRow'
import { Unreachable } from '@kit/ui/Unreachable'

/** Deposits this wallet sent before its account existed: a signature brings them to the balance. */
export function ClaimCard({ info }: { info: TopUpInfo }) {
  const t = useText('wallet')
  const address = useSession((state) => state.address)
  const [isSigning, setIsSigning] = useState(false)
  const claim = useMutation({
    mutationFn: async (sender: string) => {
      const phrase = ourPhrase((site) => claimPhrase(site, sender, sender), info.claimPhrase)
      if (phrase === null) return
      const message = `${phrase}${serverNow()}`
      setIsSigning(true)
      const signature = await signText(message).finally(() => setIsSigning(false))
      if (signature === null) return
      await claimSuspense({ sender, message, signature }, () => toast.success(t('topUp.claim.done')))
    },
  })
  if (info.claimable.length === 0 || !address) return null
  return (
    <section className="mt-6 rounded-card border border-[var(--brass)] bg-raised p-4">
      <h3 className="text-16 font-semibold">{t('topUp.claim.title')}</h3>
      <p className="mt-1 text-15 text-muted">{t('topUp.claim.text')}</p>
      <ul className="mt-1 divide-y divide-line">
        {info.claimable.map((receipt, index) => (
          // One transaction may hold several transfers that look the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${receipt.txHash}-${index}`}>
            <ReceiptRow receipt={receipt} networks={info.networks} />
          </li>
        ))}
      </ul>
      <Button wide busy={claim.isPending} onClick={() => claim.mutate(address)}>
        {isSigning ? t('topUp.claim.signing') : t('topUp.claim.action')}
      </Button>
      <div className="mt-3 empty:mt-0">
        <Unreachable fault={claim.error} />
      </div>
    </section>
  )
}
