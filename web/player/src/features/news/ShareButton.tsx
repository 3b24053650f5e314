import { useText } from '@kit/i18n/text'
import { copyText } from '@kit/ui/CopyButton'
import { Icon } from '@kit/ui/Icon'

/** Hands the article's link to another app; where there is no way to, copies it. */
export function ShareButton({ id }: { id: string }) {
  const t = useText('news')
  async function share(): Promise<void> {
    const url = `${location.origin}/#/newsDetails?id=${encodeURIComponent(id)}`
    if (typeof navigator.share !== 'function') return copyText(url)
    try {
      await navigator.share({ url })
    } catch (fault) {
      // Who closes the choice of apps wanted nothing.
      if (!(fault instanceof DOMException && fault.name === 'AbortError')) await copyText(url)
    }
  }
  return (
    <button type="button" onClick={() => void share()} aria-label={t('share')} className="press inline-flex size-11 items-center justify-center rounded-field">
      <Icon name="link" />
    </button>
  )
}
