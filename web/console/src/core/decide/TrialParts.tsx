import { useLanguage, useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Announced } from '@console/words/Announced'
import type { Data } from '../contract/contract'
import { Fact, Part } from '../frame/Panel'
import type { Who } from '../words/withName'
import { useWords } from '../words/useWords'
import { barNameOf } from './bars'
import { sayValue } from './sayValue'

type Tried = Data<'proposals/try'>

/** What a proposal would do now, tried by the server without doing it, and who can decide. */
export function TrialParts({ trial: data }: { trial: Tried }) {
  const t = useText('console')
  const { accountsOf } = useWords()
  const language = useLanguage()
  const able = data.deciders.filter(({ bar }) => bar === '')
  return (
    <>
      {data.since.length > 0 && (
        <Part title={t('trial.since')}>
          {data.since.map(({ field, before, after }) => (
            <p key={field} translate="no" className="py-1 text-15 break-words text-loss">
              {t('named', { name: accountsOf(data, field), value: `${sayValue(before, language)} ⇒ ${sayValue(after, language)}` })}
            </p>
          ))}
        </Part>
      )}
      <Part title={t('trial.title')}>
        {data.postings.length === 0 && <p className="text-15">{t('trial.nothing')}</p>}
        {data.postings.map((posting, at) => (
          <Posting key={`${String(at)} ${posting.debit}`} posting={posting} who={data} />
        ))}
      </Part>
      {data.invariants.length > 0 && (
        <Part title={t('trial.invariants')}>
          {data.invariants.map((invariant) => (
            <Invariant key={`${invariant.name} ${invariant.account} ${invariant.currency}`} invariant={invariant} who={data} />
          ))}
        </Part>
      )}
      <Part title={t('trial.people')}>
        {data.isStuck && <p className="text-15 text-loss">{t('trial.nobody')}</p>}
        {able.length > 0 && (
          <p translate="no" className="text-15 break-words">
            {able.map(({ name }) => name).join(' · ')}
          </p>
        )}
        {data.deciders
          .filter(({ bar }) => bar !== '')
          .map(({ staffId, name, bar }) => {
            const known = barNameOf(bar)
            return (
              <Fact key={staffId} name={name}>
                {known ? t(`trial.bar.${known}`) : bar}
              </Fact>
            )
          })}
      </Part>
    </>
  )
}

/** One movement, and what both accounts hold after all of them. */
function Posting({ posting, who }: { posting: Tried['postings'][number]; who: Who }) {
  const t = useText('console')
  const { accountsOf } = useWords()
  const { debit, credit, amount, currency, debitAfter, creditAfter } = posting
  return (
    <div className="border-b border-line py-1.5 text-15 last:border-0">
      <Fact name={accountsOf(who, `${debit} → ${credit}`, true)}>
        <Amount value={amount} currency={currency} />
      </Fact>
      <p className="text-13 text-muted">
        <Announced by={t('trial.after')}>
          <Amount value={debitAfter} currency={currency} /> · <Amount value={creditAfter} currency={currency} />
        </Announced>
      </p>
    </div>
  )
}

/** An invariant after all postings: what it says of an account or a currency, and what is left until it would break. */
function Invariant({ invariant, who }: { invariant: Tried['invariants'][number]; who: Who }) {
  const t = useText('console')
  const { accountsOf } = useWords()
  const { name, account, currency, has, needs, left } = invariant
  return (
    <div className="border-b border-line py-1.5 text-15 last:border-0">
      <Fact name={t(`after.${name}`, { account: account === '' ? currency : accountsOf(who, account, true) })}>
        <span aria-hidden className="text-gain">
          ✔
        </span>{' '}
        <Amount value={left} currency={currency} />
      </Fact>
      {name !== 'I2' && (
        <p className="text-13 text-muted">
          {t('trial.has')} <Amount value={has} currency={currency} /> · {t('trial.needs')} <Amount value={needs} currency={currency} />
        </p>
      )}
    </div>
  )
}
