import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import { LinkButton } from '@core/frame/LinkButton'
import type { MyMachineDetail } from '../contract'

/** A machine whose term is over: what came back, and what can be done with it. Nothing has to be. */
export function Matured({ machine }: { machine: MyMachineDetail }) {
  const t = useText('machine-mine')
  return (
    <Card label={t('matured.title')}>
      <p className="text-15 text-muted">{t('matured.title')}</p>
      <p className="text-20 font-semibold">
        <Amount value={machine.principal} currency="USDT" toned />
      </p>
      <p className="mt-1 text-13 text-muted">{t('matured.text')}</p>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2">
        <LinkButton to="/wallet" wide>
          {t('matured.wallet')}
        </LinkButton>
        <LinkButton to={`/goods?id=${machine.product.id}`} wide>
          {t('matured.again')}
        </LinkButton>
      </div>
    </Card>
  )
}
