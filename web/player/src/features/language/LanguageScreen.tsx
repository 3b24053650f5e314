import { useMutation } from '@tanstack/react-query'
import { languages, type Language } from '@kit/i18n/language'
import { changeLanguage, useLanguage, useText } from '@kit/i18n/text'
import { zoneName } from '@kit/time/zone'
import { Alert } from '@kit/ui/Alert'
import { Icon } from '@kit/ui/Icon'
import { Spinner } from '@kit/ui/Spinner'
import { Screen } from '@core/frame/Screen'
import { Segmented } from '@kit/ui/Segmented'
import { Option } from '@kit/ui/Option'
import { chooseTheme, themes, useTheme } from '@kit/ui/theme'

// Each language names itself: who cannot read the current one must still find his own.
const ownNames: Record<Language, { name: string; lang: string }> = {
  zhtw: { name: '繁體中文', lang: 'zh-Hant' },
  en: { name: 'English', lang: 'en' },
  ru: { name: 'Русский', lang: 'ru' },
}

/** The choice of language and of light or dark. */
export function LanguageScreen() {
  const t = useText('user')
  const current = useLanguage()
  const theme = useTheme()
  const change = useMutation({ mutationFn: changeLanguage })
  return (
    <Screen title={t('language.title')}>
      <p className="text-15 text-muted">{t('language.lead')}</p>
      <fieldset className="mt-4 overflow-hidden rounded-card border border-line bg-raised">
        <legend className="sr-only">{t('language.title')}</legend>
        {languages.map((language) => (
          <Option
            key={language}
            lang={ownNames[language].lang}
            look="flex min-h-15 items-center justify-between gap-3 border-b border-line px-4 text-16 last:border-b-0 has-checked:font-semibold has-focus-visible:-outline-offset-2"
            name="language"
            value={language}
            checked={language === current}
            onChange={() => change.mutate(language)}
          >
            <span>{ownNames[language].name}</span>
            {(language === current || (change.isPending && language === change.variables)) && (
              <span className="text-brass-ink">{language === current ? <Icon name="check" /> : <Spinner size={24} />}</span>
            )}
          </Option>
        ))}
      </fieldset>
      {change.isError && (
        <div className="mt-3">
          <Alert>{t('language.notLoaded')}</Alert>
        </div>
      )}
      <h2 className="mt-8 mb-3 text-18 font-semibold">{t('theme.title')}</h2>
      <Segmented label={t('theme.title')} value={theme} onChange={chooseTheme} of={themes} nameOf={(one) => t(`theme.${one}`)} />
      <p className="mt-6 text-13 text-muted">{t('language.zone', { zone: zoneName() })}</p>
    </Screen>
  )
}
