import type { TopUpInfo } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { useIsMissing } from '@core/session/useIsMissing'
import { useTxOutcome } from '@core/session/useTxOutcome'
import { Alert } from '@kit/ui/Alert'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { Button } from '@kit/ui/Button'
import { TxLine } from '@kit/ui/TxLine'
import { useExplorer } from '@core/frame/useExplorer'
import { decideSteps, findReceipt, isOver } from './decideTopUp'
import { TransferSteps } from './TransferSteps'

/** Follows a transfer that was sent, by its hash alone: a reload loses nothing. */
export function SentTransfer({ hash, info, onAgain }: { hash: string; info: TopUpInfo; onAgain: () => void }) {
  const t = useText('wallet')
  const linkTo = useExplorer()
  const mined = useTxOutcome(hash)
  const receipt = findReceipt(info, hash)
  const isMissing = useIsMissing(receipt || mined ? null : hash)
  const states = decideSteps({ phase: 'sent', mined: mined ?? 'unknown', receipt })
  const required = info.networks.find((network) => network.network === receipt?.network)?.confirmations ?? 0
  return (
    <div className="flex flex-col gap-3">
      <div className="rounded-card border border-line bg-raised p-4">
        {receipt && (
          <p className={`mb-3 text-20 font-semibold ${breakable}`}>
            <Amount value={receipt.amount} currency={receipt.currency} />
          </p>
        )}
        <TransferSteps states={states} confirmations={receipt && required > 0 ? { count: Math.min(receipt.confirmations, required), required } : null} />
      </div>
      <TxLine hash={hash} link={linkTo('tx', hash)} />
      {isMissing && (
        <Alert tone="plain" framed>
          {t('topUp.send.missing')}
        </Alert>
      )}
      {isOver(states) || isMissing ? (
        <Button wide onClick={onAgain}>
          {t('topUp.send.again')}
        </Button>
      ) : (
        <p className="text-13 text-muted">{t('topUp.send.mayLeave')}</p>
      )}
    </div>
  )
}
