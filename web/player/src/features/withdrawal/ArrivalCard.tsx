import type { Decimal } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { CopyButton } from '@kit/ui/CopyButton'
import { ExplorerLink } from '@kit/ui/TxLine'
import { useExplorer } from '@core/frame/useExplorer'
import { MaskedId } from '@kit/ui/MaskedId'
import { Spinner } from '@kit/ui/Spinner'

interface ArrivalCardProps {
  currency: string
  /** The server's figure; null while it has not said one. */
  arrival: Decimal | null
  isAsking: boolean
  address: string
  network: string
}

/** What arrives and where: always the wallet the person signed in with. */
export function ArrivalCard({ currency, arrival, isAsking, address, network }: ArrivalCardProps) {
  const t = useText('withdrawal')
  const linkTo = useExplorer(network)
  return (
    <section aria-label={t('arrival')} className="rounded-card border border-line bg-sunk p-4">
      <p className="text-13 text-muted">{t('arrival')}</p>
      <output aria-live="polite" className={`mt-1 flex min-h-12 items-center gap-2 leading-tight font-semibold ${sizeOf(arrival)} ${breakable}`}>
        {arrival ? <Amount value={arrival} currency={currency} /> : isAsking ? <Spinner /> : <span className="text-muted">—</span>}
      </output>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 border-t border-line pt-1">
        <span className="min-w-0 text-13 text-muted">{t('toWallet')}</span>
        <span className="-mr-3 ml-auto flex min-w-0 items-center text-15">
          <span className="min-w-0 break-all [&_.fig]:whitespace-normal">
            <MaskedId id={address} />
          </span>
          <CopyButton value={address} what={t('address')} />
          <ExplorerLink link={linkTo('address', address)} />
        </span>
      </div>
    </section>
  )
}

const largeMax = 12

/** A long figure is set smaller rather than broken. */
function sizeOf(arrival: Decimal | null): string {
  return (arrival?.length ?? 0) > largeMax ? 'text-28' : 'text-40'
}
