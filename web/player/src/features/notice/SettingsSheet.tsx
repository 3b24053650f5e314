import { useMutation } from '@tanstack/react-query'
import { Link } from '@core/frame/links'
import { answers } from '@core/session/cache'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Icon } from '@kit/ui/Icon'
import { Skeletons } from '@kit/ui/Loading'
import { Sheet } from '@kit/ui/Sheet'
import { Switch } from '@kit/ui/Switch'
import { Unreachable } from '@kit/ui/Unreachable'
import { saveSetting, useNoticeSettings, type NoticeSetting } from './api'

/** What open apps show at once; the inbox has everything in any case. */
export function SettingsSheet({ onClose }: { onClose: () => void }) {
  const t = useText('notice')
  return (
    <Sheet open onClose={onClose} title={t('settings.title')}>
      <p className="mb-2 text-15 text-muted">{t('settings.text')}</p>
      <Answer of={useNoticeSettings()} waiting={<Skeletons heights={['420px']} />}>
        {({ list }) => <SettingList settings={list} />}
      </Answer>
      <Link to="/mine?view=push" className="press mt-2 flex min-h-13 items-center gap-3 border-t border-line text-15 text-brass-ink">
        <span className="min-w-0 flex-1">{t('settings.push')}</span>
        <Icon name="forward" size={18} />
      </Link>
    </Sheet>
  )
}

function SettingList({ settings }: { settings: readonly NoticeSetting[] }) {
  const t = useText('notice')
  return (
    <ul className="divide-y divide-line">
      {settings.map((setting) => (
        <li key={setting.kind}>
          {setting.fixed ? (
            <p className="flex min-h-13 items-center gap-4 text-15">
              <span className="min-w-0 flex-1 break-words">{t(`settings.kind.${setting.kind}`)}</span>
              <span className="text-13 text-muted">{t('settings.always')}</span>
            </p>
          ) : (
            <SettingSwitch setting={setting} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** What is being saved is shown as wanted, and one is saved after the other: an answer has all settings as they are then. */
function SettingSwitch({ setting }: { setting: NoticeSetting }) {
  const t = useText('notice')
  const saving = useMutation({
    mutationFn: saveSetting,
    scope: { id: 'noticeSettings' },
    // Without an answer it may be done all the same.
    onError: () => void answers.invalidateQueries({ queryKey: ['/api/user/noticeSettings'] }),
  })
  return (
    <>
      <Switch isOn={saving.isPending ? saving.variables.showAtOnce : setting.showAtOnce} onChange={(showAtOnce) => saving.mutate({ ...setting, showAtOnce })}>
        {t(`settings.kind.${setting.kind}`)}
      </Switch>
      <Unreachable fault={saving.error} />
    </>
  )
}
