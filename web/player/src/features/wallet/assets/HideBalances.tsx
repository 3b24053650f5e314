import { useText } from '@kit/i18n/text'
import { hideBalances, useAreBalancesHidden } from '@kit/amount/hiddenBalances'

/** The eye that hides what one owns on every screen, and shows it again. */
export function HideBalances() {
  const t = useText('wallet')
  const areHidden = useAreBalancesHidden()
  return (
    <button
      type="button"
      aria-pressed={areHidden}
      aria-label={t('hide')}
      onClick={() => hideBalances(!areHidden)}
      className="press -my-3 -mr-3 inline-flex size-11 shrink-0 items-center justify-center rounded-field text-muted"
    >
      <svg
        viewBox="0 0 24 24"
        width="22"
        height="22"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d="M3 12c2.2-4 5.3-6 9-6s6.8 2 9 6c-2.2 4-5.3 6-9 6s-6.8-2-9-6z" />
        <circle cx="12" cy="12" r="2.8" />
        {areHidden && <path d="M5 19L19 5" />}
      </svg>
    </button>
  )
}
