import { useSheet } from '@core/frame/useSheet'
import { GivenPicture } from '@core/picture/GivenPicture'
import { sendOut } from '@core/picture/sendOut'
import { useSession } from '@core/session/store'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { CopyButton, copyText } from '@kit/ui/CopyButton'
import { QrCode } from '@kit/ui/QrCode'
import { Sheet } from '@kit/ui/Sheet'
import { Verbatim } from '@kit/ui/Verbatim'
import { useCallback } from 'react'
import { drawPicture } from './drawPicture'

/** The way in for friends: a code to scan, a link to send, and a picture of both. */
export function Invitation({ link, code }: { link: string; code: string }) {
  const t = useText('team')
  const shared = useText('common')
  const picture = useSheet('picture')
  const isDemo = useSession((state) => state.isDemo)

  async function share() {
    if ((await sendOut({ title: t('share.picture.heading'), url: link })) === 'unavailable') await copyText(link)
  }

  return (
    <Card label={t('share.title')}>
      <p className="text-15">{t('share.lead')}</p>
      <div className="mx-auto mt-4 w-48 max-w-full">
        <QrCode text={link} label={t('share.qr')} mark={isDemo ? shared('demo.mark') : undefined} />
      </div>
      <dl className="mt-4 divide-y divide-line">
        <Line name={t('share.link')} value={link} />
        <Line name={t('share.code')} value={code} />
      </dl>
      <div className="mt-4 grid gap-2 sm:grid-cols-2">
        <Button kind="main" wide onClick={() => void share()}>
          {t('share.send')}
        </Button>
        <Button kind="quiet" wide onClick={picture.open}>
          {t('share.picture.open')}
        </Button>
      </div>
      {picture.isOpen && <PictureSheet link={link} code={code} onClose={picture.close} />}
    </Card>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="py-1">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="flex items-center gap-2">
        <Verbatim look="fig min-w-0 flex-1 text-15 break-all">{value}</Verbatim>
        <CopyButton value={value} what={name} />
      </dd>
    </div>
  )
}

/** A picture of the invitation, to be sent to people or saved. */
function PictureSheet({ link, code, onClose }: { link: string; code: string; onClose: () => void }) {
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
  return (
    <Sheet open onClose={onClose} title={t('share.picture.title')}>
      <GivenPicture draw={draw} fileName="etld-invitation.png" words={words} />
    </Sheet>
  )
}
