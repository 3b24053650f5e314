import { Detail } from '@core/frame/Detail'
import { LinkButton } from '@core/frame/LinkButton'
import type { Notice } from '@kit/api/contract'
import { useText } from '@kit/i18n/text'
import { Time } from '@kit/ui/Time'
import { decideFamily, decideLink } from './decideNotices'
import { NoticeIcon } from './NoticeIcon'

/** One notice whole, and the way to what it is about. */
export function NoticeDetail({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const t = useText('notice')
  const link = decideLink(notice)
  return (
    <Detail
      title={notice.title}
      onClose={onClose}
      footer={
        link && (
          <LinkButton to={link} wide>
            {t('open')}
          </LinkButton>
        )
      }
    >
      <div className="flex items-start gap-3 pt-2">
        <NoticeIcon family={decideFamily(notice.kind)} />
        <div className="min-w-0 flex-1">
          <p className="text-16 break-words">{notice.text}</p>
          <p className="mt-2 text-13 text-muted">
            <Time at={notice.createdAt} />
          </p>
        </div>
      </div>
    </Detail>
  )
}
