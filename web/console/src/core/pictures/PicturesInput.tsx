import type { ReactNode } from 'react'
import { useLanguage, useText } from '@kit/i18n/text'
import type { InputProps } from '../acts/act'
import { useAnswer } from '../api/useAnswer'
import { Ordered } from '../form/Ordered'
import { useWords } from '../words/useWords'

/** The input of a record's pictures, as forms take it. */
export function picturesInput(props: InputProps): ReactNode {
  return <PicturesInput {...props} />
}

/** Which pictures, the cover first: added by a press, ordered by dragging or by the arrows. */
function PicturesInput({ value, onChange }: InputProps) {
  const t = useText('console-acts')
  const { label } = useWords()
  const language = useLanguage()
  const chosen = Array.isArray(value) ? (value as readonly string[]) : []
  const pictures = useAnswer('pictures/list', { size: 50 }).data?.list ?? []
  const pictureOf = (id: string) => pictures.find(({ pictureId }) => pictureId === id)
  const nameOf = (id: string) => pictureOf(id)?.alt[language] ?? id
  return (
    <fieldset className="grid gap-2">
      <legend className="text-13 text-muted">{label('pictures')}</legend>
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
      <div className="flex flex-wrap gap-1">
        {pictures
          .filter(({ pictureId }) => !chosen.includes(pictureId))
          .map(({ pictureId, sizes }) => (
            <button key={pictureId} type="button" aria-label={t('picture.in', { name: nameOf(pictureId) })} onClick={() => onChange([...chosen, pictureId])}>
              <Thumb url={sizes[0]?.url} />
            </button>
          ))}
      </div>
    </fieldset>
  )
}

/** A picture beside its name. */
function Thumb({ url }: { url: string | undefined }) {
  return url ? <img src={url} alt="" className="size-12 shrink-0 rounded-chip object-cover" /> : <span className="size-12 shrink-0 rounded-chip bg-sunk" />
}
