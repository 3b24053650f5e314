import { useText } from '@kit/i18n/text'
import { Card } from '@kit/ui/Card'
import { Copied } from '@kit/ui/Copied'
import { maskId } from '@kit/ui/MaskedId'
import { Heading } from './Heading'
import { standingOf, type Logged } from './decideChecks'

/** The public log and the journal's head in it, as far as this device and the chain know them. */
export function Log({ logged }: { logged: Logged | null }) {
  const t = useText('wallet-checks')
  if (logged === null) {
    return (
      <Card label={t('log')}>
        <Heading standing={null}>{t('log')}</Heading>
        <p className="mt-2 text-15 text-muted">{t('log.none')}</p>
      </Card>
    )
  }
  const { verdict, line, journal } = logged
  // A journal without an entry has no hash yet.
  const links = [['line', line] as const, ...(journal?.hash ? [['journal', journal] as const] : [])]
  return (
    <Card label={t('log')}>
      <Heading standing={standingOf(verdict)}>{t('log')}</Heading>
      <p className={`mt-2 text-15 ${verdict.kind === 'differs' ? 'text-loss' : 'text-muted'}`}>
        {verdict.kind === 'differs' ? t(`log.differs.${verdict.reason}`) : t(`log.${verdict.kind}`)}
      </p>
      <ul className="mt-2 flex flex-col text-15">
        {links.map(([name, { number, hash }]) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="text-muted">{t(`link.${name}`, { number })}</span>
            <Copied value={hash} shown={maskId(hash)} what={t(`link.${name}`, { number })} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
