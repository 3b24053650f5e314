import { text, useText } from '../i18n/text'
import { Icon } from './Icon'
import { toast } from './toast'

/** Copies a text and says so; where the browser forbids it, the person is told to copy by hand. */
export async function copyText(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value)
    toast.success(text('common', 'copied'))
  } catch {
    if (copyBySelection(value)) toast.success(text('common', 'copied'))
    else toast.error(text('common', 'copyFailed'))
  }
}

// Plain-http pages, such as a demo opened from a phone, have no clipboard interface.
function copyBySelection(value: string): boolean {
  const field = document.createElement('textarea')
  field.value = value
  field.setAttribute('readonly', '')
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}

/** A small button that copies `value`; `what` names it for screen readers. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const t = useText('common')
  return (
    <button
      type="button"
      onClick={() => void copyText(value)}
      aria-label={t('copyThis', { what })}
      className="press inline-flex size-11 shrink-0 items-center justify-center rounded-field text-brass-ink"
    >
      <Icon name="copy" />
    </button>
  )
}
