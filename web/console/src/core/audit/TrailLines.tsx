import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Answer } from '../frame/Answer'
import { Skeleton } from '@kit/ui/Skeleton'
import { maskId } from '@kit/ui/MaskedId'
import { Time } from '@kit/ui/Time'
import { useAnswer } from '../api/useAnswer'
import { Part, type PartFrame } from '../frame/Panel'
import { useEntryWords } from './useEntryWords'

export interface Trailed {
  /** The record, with what was proposed about it; or one proposal alone. */
  of: { about: string } | { subject: string }
  /** What it stands in. */
  frame?: PartFrame | undefined
}

/** The newest lines, each by what was done, how it ended, who did it, when and why. */
export function TrailLines({ of, frame: Frame = Part }: Trailed) {
  const t = useText('console-boards')
  const { nameOf, endOf } = useEntryWords()
  const address = `/audit?${new URLSearchParams(of).toString()}`
  return (
    <Frame title={t('audit.trail')}>
      <Answer of={useAnswer('audit/list', { ...of, size: 20 })} waiting={<Skeleton height="60px" />}>
        {(data) => (
          <>
            {data.list.length === 0 && <p className="text-15 text-muted">{t('audit.trailEmpty')}</p>}
            <ul className="text-15">
              {data.list.map((entry) => (
                <li key={entry.seq} className="border-b border-line py-1.5 last:border-0">
                  <div className="flex flex-wrap justify-between gap-x-3">
                    <Link to={`${address}&item=${entry.seq}`} className="underline underline-offset-4">
                      {nameOf(entry)}
                    </Link>
                    <span className={entry.outcome === 'refused' ? 'text-loss' : 'text-muted'}>{endOf(entry)}</span>
                  </div>
                  <p className="text-13 break-words text-muted">
                    <Time at={entry.at} plain /> ·{' '}
                    {entry.staffId === '' ? t('audit.program') : <span translate="no">{entry.staffName || maskId(entry.address)}</span>}
                    {entry.why !== '' && (
                      <>
                        {' · '}
                        <span translate="no">{entry.why}</span>
                      </>
                    )}
                  </p>
                </li>
              ))}
            </ul>
            {data.hasMore && (
              <Link to={address} className="inline-flex min-h-11 items-center text-13 underline underline-offset-4">
                {t('audit.whole')}
              </Link>
            )}
          </>
        )}
      </Answer>
    </Frame>
  )
}
