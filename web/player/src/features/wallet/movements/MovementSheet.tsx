import { Link } from '@core/frame/links'
import type { Movement } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Worth } from '@core/price/Worth'
import { useSession } from '@core/session/store'
import { Amount } from '@kit/ui/Amount'
import { breakable } from '@kit/ui/breakable'
import { AmountFact, Fact, Facts, TimeFact } from '@kit/ui/Facts'
import { Copied } from '@kit/ui/Copied'
import { CopyButton } from '@kit/ui/CopyButton'
import { Icon } from '@kit/ui/Icon'
import { ListEnd, type EndlessList } from '@kit/ui/ListEnd'
import { maskId } from '@kit/ui/MaskedId'
import { Missing } from '@kit/ui/Missing'
import { Sheet } from '@kit/ui/Sheet'
import { Time } from '@kit/ui/Time'
import { Verbatim } from '@kit/ui/Verbatim'
import { decideMeaning, decideName, decidePosting, decideReference, type Reference } from './decideMovements'
import { figureSize } from '../figure'
import { useMovementName } from './useMovementName'

/** Among how many of the newest movements one is looked for. */
const soughtMax = 300

/** Everything about one movement: cause, reference, and its place in the journal. */
export function MovementSheet({ id, list, onClose }: { id: string; list: EndlessList<Movement>; onClose: () => void }) {
  const t = useText('personal')
  const movement = list.rows.find((one) => one.id === id)
  return (
    <Sheet open onClose={onClose} title={t('movements.sheet.title')}>
      {/* One that is not among the newest: the list is read on, and not without end. */}
      {movement ? (
        <Details movement={movement} />
      ) : list.hasFailed || (list.query.hasNextPage && list.rows.length < soughtMax) ? (
        <ListEnd list={list} />
      ) : (
        <Missing>{t('movements.sheet.missing')}</Missing>
      )}
    </Sheet>
  )
}

function Details({ movement }: { movement: Movement }) {
  const t = useText('personal')
  const explorer = useSession((state) => state.app?.explorer ?? '')
  const name = decideName(movement)
  const { type } = name
  const about = decideMeaning(name)
  const posting = decidePosting(movement)
  const reference = decideReference(movement, explorer)
  const isToCopy = reference && reference.kind !== 'day' && reference.kind !== 'hours'
  return (
    <>
      <p className="text-16 font-medium">{useMovementName()(movement)}</p>
      <p className={`leading-tight font-semibold ${figureSize(movement.amount)} ${breakable}`}>
        <Amount value={movement.amount} currency={movement.currency} toned own />
      </p>
      <Worth amount={movement.amount.replace(/^-/, '')} currency={movement.currency} own />
      {about && <p className="mt-2 text-15 text-muted">{t(`movements.about.${about}`)}</p>}
      <div className="mt-4">
        <Facts framed>
          <Fact name={t('movements.sheet.type')}>{type ? t(`movements.type.${type}`) : t('movements.typeUnknown')}</Fact>
          <TimeFact name={t('movements.sheet.time')} at={movement.createdAt} as="second" />
          {posting && <TimeFact name={t('movements.sheet.posted')} at={posting.at} as="second" />}
          <AmountFact name={t('movements.sheet.after')} value={movement.balanceAfter} currency={movement.currency} own />
          {movement.note && <Fact name={t('movements.sheet.note')}>{movement.note}</Fact>}
          {reference && (
            <Fact name={t(`movements.reference.${reference.kind}`)}>
              <span className={`inline-flex min-w-0 items-center justify-end ${isToCopy ? '-mr-3 max-w-[calc(100%+.75rem)]' : 'max-w-full'}`}>
                <ReferenceText reference={reference} />
                {isToCopy && <CopyButton value={reference.id} what={t(`movements.reference.${reference.kind}`)} />}
              </span>
            </Fact>
          )}
          <Fact name={t('movements.sheet.txNo')}>
            <Copied value={movement.txNo} shown={maskId(movement.txNo)} what={t('movements.sheet.txNo')} />
          </Fact>
          <Fact name={t('movements.sheet.hash')}>
            {movement.entryHash ? (
              <Copied value={movement.entryHash} shown={maskId(movement.entryHash)} what={t('movements.sheet.hash')} />
            ) : (
              <span className="text-muted">{t('movements.sheet.hashPending')}</span>
            )}
          </Fact>
        </Facts>
      </div>
      <p className="mt-3 text-13 text-muted">{t('movements.sheet.hashText')}</p>
    </>
  )
}

/** A day or a period names itself by all of it, and is no longer than a number's two ends. */
const wholeMax = 18

function ReferenceText({ reference }: { reference: Reference }) {
  const t = useText('personal')
  if (reference.kind === 'hours') return <Time at={reference.id} />
  if (reference.kind === 'machine' || reference.kind === 'withdrawal' || reference.kind === 'node' || reference.kind === 'dividend') {
    return (
      <Link to={reference.link} className="press inline-flex min-h-11 items-center gap-1 font-medium text-brass-ink">
        {t(`movements.reference.open_${reference.kind}`)}
        <Icon name="forward" size={18} />
      </Link>
    )
  }
  if (reference.link) {
    return (
      <a href={reference.link} target="_blank" rel="noreferrer" className="press inline-flex min-h-11 items-center gap-1 text-brass-ink">
        <Verbatim look="fig min-w-0 break-all">{maskId(reference.id)}</Verbatim>
        <Icon name="link" size={18} />
      </a>
    )
  }
  return <Verbatim look="fig">{reference.id.length > wholeMax ? maskId(reference.id) : reference.id}</Verbatim>
}
