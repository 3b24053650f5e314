import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import type { Edit } from './useEdit'

/** Says that somebody else saved another version while one typed, and lets choose which one goes on. */
export function Outdated({ edit: { isOutdated, goOn, forget } }: { edit: Pick<Edit<unknown>, 'isOutdated' | 'goOn' | 'forget'> }) {
  const t = useText('console')
  if (!isOutdated) return null
  return (
    <div role="alert" className="grid gap-2 rounded-field border border-loss p-3">
      <p className="text-15">{t('form.outdated')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" kind="quiet" onClick={goOn}>
          {t('form.keepMine')}
        </Button>
        <Button size="small" kind="quiet" onClick={forget}>
          {t('form.takeTheirs')}
        </Button>
      </div>
    </div>
  )
}
