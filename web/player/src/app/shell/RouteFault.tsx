import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'

/** A screen that could not be shown, because it failed or because its code did not load. */
export function RouteFault() {
  const t = useText('common')
  return (
    <main role="alert" className="mx-auto max-w-[750px] px-5 py-16 text-center">
      <h1 className="text-20 font-semibold" lang="en">
        Unexpected Application Error!
      </h1>
      <p className="mx-auto mt-3 max-w-md text-15 text-muted">{t('shell.fault.text')}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <Button kind="main" onClick={() => location.reload()}>
          {t('shell.fault.retry')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            location.hash = '#/'
            location.reload()
          }}
        >
          {t('shell.fault.home')}
        </Button>
      </div>
    </main>
  )
}
