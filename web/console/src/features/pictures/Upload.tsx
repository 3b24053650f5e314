import { useEffect, useRef, useState } from 'react'
import { htmlLang, languages, type Language } from '@kit/i18n/language'
import { useText } from '@kit/i18n/text'
import { Button, buttonClass } from '@kit/ui/Button'
import { Segmented } from '@kit/ui/Segmented'
import { toast } from '@kit/ui/toast'
import { readAnew } from '@console/api/answers'
import { tellFault } from '@console/decide/approve'
import { Field } from '@console/form/fields'
import { useKept } from '@console/form/useKept'
import { altMax } from '@console/form/altMax'
import { uploadPicture } from './api'
import { cutOf, cutOut, shapes, type ShapeName } from './crop'

const names: readonly ShapeName[] = ['square', 'wide', 'tall']
const noWords: Record<Language, string> = { zhtw: '', en: '', ru: '' }

/** A new picture: a file, dropped or chosen, the part of it that is shown, and what is on it in three languages. */
export function Upload({ onDone }: { onDone: (pictureId: string) => void }) {
  const t = useText('console-edit')
  const acts = useText('console-acts')
  const [image, setImage] = useState<ImageBitmap | null>(null)
  const [shape, setShape] = useState<ShapeName>('square')
  const [at, setAt] = useState({ x: 0.5, y: 0.5 })
  const { value: kept, keep: setAlt, settle } = useKept<Record<Language, string>>('picture', noWords)
  const alt = kept ?? noWords
  const [isSending, setIsSending] = useState(false)
  const isWordless = languages.some((language) => alt[language].trim() === '')

  async function take(file: File | undefined) {
    if (!file) return
    try {
      setImage(await createImageBitmap(file))
    } catch {
      toast.error(t('upload.noPicture'))
    }
  }

  async function send(chosen: ImageBitmap) {
    setIsSending(true)
    try {
      const { pictureId } = await uploadPicture({ content: await cutOut(chosen, cutOf(chosen, shapes[shape], at)), alt })
      setImage(null)
      settle(kept)
      await readAnew()
      toast.success(t('upload.done'))
      onDone(pictureId)
    } catch (fault) {
      tellFault(fault)
    } finally {
      setIsSending(false)
    }
  }

  return (
    // Whoever does not drag chooses the file below.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={t('upload.title')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void take(event.dataTransfer.files[0])
      }}
      className="my-3 grid max-w-[560px] gap-3 rounded-card border border-dashed border-edge bg-raised p-4"
    >
      {/* The browser's own field speaks the browser's language. */}
      <label
        className={`${buttonClass({ kind: 'quiet', size: 'small' })} relative has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-[var(--brass-ink)]`}
      >
        {t('upload.file')}
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp"
          onChange={({ target }) => void take(target.files?.[0])}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      {image && (
        <>
          <Segmented label={t('upload.shape')} value={shape} of={names} nameOf={(name) => t(`shape.${name}`)} onChange={setShape} />
          <Crop image={image} shape={shapes[shape]} at={at} />
          <Slider label={t('upload.across')} value={at.x} onChange={(x) => setAt({ ...at, x })} />
          <Slider label={t('upload.down')} value={at.y} onChange={(y) => setAt({ ...at, y })} />
          {languages.map((language) => (
            <Field
              key={language}
              lang={htmlLang(language)}
              label={`${t('upload.alt')} · ${acts(`lang.${language}`)}`}
              value={alt[language]}
              lengthMax={altMax}
              onChange={(words) => setAlt({ ...alt, [language]: words })}
            />
          ))}
          {isWordless && <p className="text-13 text-muted">{t('upload.wordless')}</p>}
          <Button kind="main" size="small" busy={isSending} disabled={isWordless} onClick={() => void send(image)}>
            {t('upload.action')}
          </Button>
        </>
      )}
    </section>
  )
}

/** What would be kept of the picture. */
function Crop({ image, shape, at }: { image: ImageBitmap; shape: number; at: { x: number; y: number } }) {
  const t = useText('console-edit')
  const canvas = useRef<HTMLCanvasElement>(null)
  const { x, y } = at
  useEffect(() => {
    const drawn = canvas.current
    if (!drawn) return
    const cut = cutOf(image, shape, { x, y })
    drawn.width = 320
    drawn.height = Math.round(320 / shape)
    drawn.getContext('2d')?.drawImage(image, cut.left, cut.top, cut.width, cut.height, 0, 0, drawn.width, drawn.height)
  }, [image, shape, x, y])
  return <canvas ref={canvas} role="img" aria-label={t('upload.preview')} className="max-w-full rounded-field border border-line" />
}

function Slider({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <label className="text-13 text-muted">
      {label}
      <input
        type="range"
        min={0}
        max={1}
        step={0.01}
        value={value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="block w-full accent-[var(--brass-ink)]"
      />
    </label>
  )
}
