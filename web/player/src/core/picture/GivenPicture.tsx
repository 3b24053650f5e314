import { useCallback, useRef } from 'react'
import { Button } from '@kit/ui/Button'
import { download } from '@kit/ui/download'
import { toast } from '@kit/ui/toast'
import { pictureHeight, pictureWidth } from './pen'
import { canSendOut, sendOut } from './sendOut'

interface GivenPictureProps {
  /** Draws it; another function draws it anew. */
  draw: (canvas: HTMLCanvasElement) => void
  fileName: string
  words: Record<'label' | 'note' | 'share' | 'save' | 'failed', string>
}

/** A picture drawn on this device, to be sent to people or saved. */
export function GivenPicture({ draw, fileName, words }: GivenPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const place = useCallback(
    (element: HTMLCanvasElement | null) => {
      canvas.current = element
      if (element) draw(element)
    },
    [draw],
  )
  const canShare = canSendOut({ files: [new File([], fileName, { type: 'image/png' })] })

  async function give(way: 'share' | 'save') {
    const png = await new Promise<Blob | null>((made) => (canvas.current ? canvas.current.toBlob(made, 'image/png') : made(null)))
    if (!png) {
      toast.error(words.failed)
      return
    }
    const file = new File([png], fileName, { type: 'image/png' })
    if (way === 'save' || (await sendOut({ files: [file] })) === 'unavailable') download(fileName, file)
  }

  return (
    <>
      <canvas
        ref={place}
        role="img"
        aria-label={words.label}
        style={{ aspectRatio: `${pictureWidth} / ${pictureHeight}` }}
        className="mx-auto w-full max-w-72 rounded-card border border-line"
      />
      <p className="mt-3 text-13 text-muted">{words.note}</p>
      <div className="mt-4 flex flex-col gap-2">
        {canShare && (
          <Button kind="main" wide onClick={() => void give('share')}>
            {words.share}
          </Button>
        )}
        <Button kind={canShare ? 'quiet' : 'main'} wide onClick={() => void give('save')}>
          {words.save}
        </Button>
      </div>
    </>
  )
}
