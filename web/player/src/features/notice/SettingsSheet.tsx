import { useState } from 'react'
import { Link } from 'react-router'
import { TransportError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Icon } from '@kit/ui/Icon'
import { Loading } from '@kit/ui/Loading'
import { Sheet } from '@kit/ui/Sheet'
import { Skeleton } from '@kit/ui/Skeleton'
import { Switch } from '@kit/ui/Switch'
import { saveSetting, useNoticeSettings, type NoticeSetting } from './api'

/** What open apps show at once; the inbox has everything in any case. */
export function SettingsSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText('notice')
  return (
    <Sheet open={isOpen} onClose={onClose} title={t('settings.title')}>
      <p className="mb-2 text-15 text-muted">{t('settings.text')}</p>
      <Settings />
      <Link to="/mine?view=push" className="press mt-2 flex min-h-13 items-center gap-3 border-t border-line text-15 text-brass-ink">
        <span className="min-w-0 flex-1">{t('settings.push')}</span>
        <Icon name="forward" size={18} />
      </Link>
    </Sheet>
  )
}

function Settings() {
  const answer = useNoticeSettings()
  if (answer.data) return <SettingList settings={answer.data.list} />
  if (answer.isError) return <ErrorRetry of={answer} />
  return (
    <Loading>
      <Skeleton height="420px" />
    </Loading>
  )
}

function SettingList({ settings }: { settings: readonly NoticeSetting[] }) {
  const t = useText('notice')
  /** What is being saved: it is shown as wanted, and one is saved after the other. */
  const [wanted, setWanted] = useState<NoticeSetting | null>(null)
  const [isUnreachable, setIsUnreachable] = useState(false)

  async function save(setting: NoticeSetting) {
    if (wanted) return
    setWanted(setting)
    setIsUnreachable(false)
    try {
      await saveSetting(setting)
    } catch (fault) {
      // The client toasts a refusal; a broken line is said here.
      setIsUnreachable(fault instanceof TransportError)
    }
    setWanted(null)
  }

  return (
    <>
      {isUnreachable && <Alert>{t('settings.notSaved')}</Alert>}
      <ul className="divide-y divide-line">
        {settings.map((setting) => (
          <li key={setting.kind}>
            {setting.fixed ? (
              <p className="flex min-h-13 items-center gap-4 text-15">
                <span className="min-w-0 flex-1 break-words">{t(`settings.kind.${setting.kind}`)}</span>
                <span className="text-13 text-muted">{t('settings.always')}</span>
              </p>
            ) : (
              <Switch
                isOn={wanted?.kind === setting.kind ? wanted.showAtOnce : setting.showAtOnce}
                onChange={(showAtOnce) => void save({ ...setting, showAtOnce })}
              >
                {t(`settings.kind.${setting.kind}`)}
              </Switch>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
