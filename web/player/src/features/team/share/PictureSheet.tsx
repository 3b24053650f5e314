import { useCallback } from 'react'
import { useText } from '@kit/i18n/text'
import { Sheet } from '@kit/ui/Sheet'
import { GivenPicture } from '@core/picture/GivenPicture'
import { useSession } from '@core/session/store'
import { drawPicture } from './drawPicture'

interface PictureProps {
  link: string
  code: string
}

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
  const isDemo = useSession((state) => state.isDemo)
  const draw = useCallback(
    (canvas: HTMLCanvasElement) =>
      drawPicture(canvas, link, {
        title: t('share.picture.heading'),
        text: t('share.picture.text'),
        scan: t('share.picture.scan'),
        code: t('share.picture.code', { code }),
        host: new URL(link).host,
        demo: isDemo ? shared('demo.caption') : '',
      }),
    [link, code, isDemo, t, shared],
  )
  const words = {
    label: t('share.picture.label', { link }),
    note: t('share.picture.note'),
    share: t('share.picture.share'),
    save: t('share.picture.save'),
    failed: t('share.picture.failed'),
  }
  return <GivenPicture draw={draw} fileName="etld-invitation.png" words={words} />
}
