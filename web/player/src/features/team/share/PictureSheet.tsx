import { useCallback, useRef } from 'react'
import { useLanguage, useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { download } from '@kit/ui/download'
import { Sheet } from '@kit/ui/Sheet'
import { toast } from '@kit/ui/toast'
import { useSession } from '@core/session/store'
import { drawPicture, pictureHeight, pictureWidth } from './drawPicture'
import { canSendOut, sendOut } from './sendOut'

interface PictureProps {
  link: string
  code: string
}

const fileName = 'etld-invitation.png'

/** A picture of the invitation, to be sent to people or saved. */
export function PictureSheet({ isOpen, onClose, ...picture }: PictureProps & { isOpen: boolean; onClose: () => void }) {
  const t = useText('team')
  return (
    <Sheet open={isOpen} onClose={onClose} title={t('share.picture.title')}>
      <Picture {...picture} />
    </Sheet>
  )
}

function Picture({ link, code }: PictureProps) {
  const t = useText('team')
  const shared = useText('common')
  const language = useLanguage()
  const isDemo = useSession((state) => state.isDemo)
  const canvas = useRef<HTMLCanvasElement>(null)
  const draw = useCallback(
    (element: HTMLCanvasElement | null) => {
      canvas.current = element
      if (!element) return
      const words = {
        title: t('share.picture.heading'),
        text: t('share.picture.text'),
        scan: t('share.picture.scan'),
        code: t('share.picture.code', { code }),
        host: new URL(link).host,
        demo: isDemo ? shared('demo.caption') : '',
      }
      drawPicture(element, link, words)
    },
    [link, code, isDemo, t, shared],
  )
  const canShare = canSendOut({ files: [new File([], fileName, { type: 'image/png' })] })

  async function give(way: 'share' | 'save') {
    const png = await new Promise<Blob | null>((made) => (canvas.current ? canvas.current.toBlob(made, 'image/png') : made(null)))
    if (!png) {
      toast.error(t('share.picture.failed'))
      return
    }
    const file = new File([png], fileName, { type: 'image/png' })
    if (way === 'save' || (await sendOut({ files: [file] })) === 'unavailable') download(fileName, file)
  }

  return (
    <>
      <canvas
        ref={draw}
        key={language}
        role="img"
        aria-label={t('share.picture.label', { link })}
        style={{ aspectRatio: `${pictureWidth} / ${pictureHeight}` }}
        className="mx-auto w-full max-w-72 rounded-card border border-line"
      />
      <p className="mt-3 text-13 text-muted">{t('share.picture.note')}</p>
      <div className="mt-4 flex flex-col gap-2">
        {canShare && (
          <Button kind="main" wide onClick={() => void give('share')}>
            {t('share.picture.share')}
          </Button>
        )}
        <Button kind={canShare ? 'quiet' : 'main'} wide onClick={() => void give('save')}>
          {t('share.picture.save')}
        </Button>
      </div>
    </>
  )
}
