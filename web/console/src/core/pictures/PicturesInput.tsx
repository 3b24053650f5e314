import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '@kit/i18n/text'
import { Answer } from '../frame/Answer'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Button } from '@kit/ui/Button'
import { Skeleton } from '@kit/ui/Skeleton'
import type { InputProps } from '../acts/act'
import { wasAsked } from '../api/answers'
import { call } from '../api/call'
import { useAnswer } from '../api/useAnswer'
import { Ordered } from '../form/Ordered'
import { useWords } from '../words/useWords'
import { decidePictures } from './decidePictures'

/** As many pictures as are asked for at once. */
const size = 50

/** The input of a record's pictures, as forms take it. */
export function picturesInput({ value, onChange }: InputProps): ReactNode {
  return <PicturesInput name="pictures" chosen={Array.isArray(value) ? (value as readonly string[]) : []} onChange={onChange} />
}

interface PicturesInputProps {
  name: 'pictures' | 'cover'
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Which pictures, the cover first: added by a press, ordered by dragging or by the arrows. */
export function PicturesInput({ name, chosen, onChange }: PicturesInputProps) {
  const t = useText('console-acts')
  const words = useText('common')
  const { label } = useWords()
  const language = useLanguage()
  const { own, all } = useChosenPictures(chosen)
  const { pictureOf, free } = decidePictures(chosen, own.data?.list ?? [], all.data?.pages.map(({ list }) => list) ?? [])
  const nameOf = (id: string) => pictureOf(id)?.alt[language] ?? id
  return (
    <fieldset className="grid gap-2">
      <legend className="text-13 text-muted">{label(name)}</legend>
      <Ordered
        items={chosen}
        keyOf={(id) => id}
        nameOf={nameOf}
        line={(id) => (
          <span className="flex items-center gap-2 text-13">
            <Thumb url={pictureOf(id)?.sizes[0]?.url} /> {nameOf(id)}
          </span>
        )}
        onOrder={onChange}
        onRemove={(id) => onChange(chosen.filter((one) => one !== id))}
      />
      <ErrorRetry of={own} />
      <Answer of={all} waiting={<Skeleton height="48px" />}>
        {() => (
          <div className="flex flex-wrap items-center gap-1">
            {free.map(({ pictureId, sizes }) => (
              <button key={pictureId} type="button" aria-label={t('picture.in', { name: nameOf(pictureId) })} onClick={() => onChange([...chosen, pictureId])}>
                <Thumb url={sizes[0]?.url} />
              </button>
            ))}
            {all.hasNextPage && (
              <Button size="small" kind="quiet" busy={all.isFetchingNextPage} onClick={() => void all.fetchNextPage()}>
                {words('readMore')}
              </Button>
            )}
            <ErrorRetry of={all} aboveOld />
          </div>
        )}
      </Answer>
    </fieldset>
  )
}

/** A picture beside its name. */
function Thumb({ url }: { url: string | undefined }) {
  return url ? <img src={url} alt="" className="size-12 shrink-0 rounded-chip object-cover" /> : <span className="size-12 shrink-0 rounded-chip bg-sunk" />
}

/** The pictures of a record by their ids, and all there are page by page, the newest first. */
function useChosenPictures(chosen: readonly string[]) {
  const language = useLanguage()
  const own = useAnswer('pictures/list', { ids: [...chosen], size }, { isOff: chosen.length === 0, keepsFormer: true })
  const key = ['pictures/list', 'pages', language]
  const all = useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('pictures/list', { size, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal, isQuiet: true, isBackground: wasAsked(key) }),
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
  })
  return { own, all }
}
