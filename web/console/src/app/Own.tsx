import { useState } from 'react'
import { changeLanguage, useLanguage, useText } from '@kit/i18n/text'
import { htmlLang, languages, type Language } from '@kit/i18n/language'
import { chooseTheme, themes, useTheme, type Theme } from '@kit/ui/theme'
import { Choice } from '@console/form/fields'
import { workingRoles } from '@console/session/roles'
import { signOut } from '@console/entry/session'
import { useMe } from '@console/session/store'
import { Sessions } from './Sessions'

const languageNames: Record<Language, string> = { zhtw: '繁體中文', en: 'English', ru: 'Русский' }

/** Who is signed in, with the roles, language and look, and the way out. */
export function Own() {
  const t = useText('console')
  const me = useMe()
  const [isShowingSessions, setIsShowingSessions] = useState(false)
  return (
    <section className="border-t border-line px-2 pt-3 text-13">
      <h2 translate="no" className="text-15 font-medium break-words">
        {me.name}
      </h2>
      <p className="text-muted">
        {workingRoles(me)
          .map((role) => t(`role.${role}`))
          .join(' · ')}
      </p>
      <div className="mt-2 grid gap-2">
        <LanguageChoice />
        <ThemeChoice />
      </div>
      <div className="mt-2 flex flex-wrap gap-x-4">
        <button type="button" className="min-h-9 underline underline-offset-4" onClick={() => setIsShowingSessions(true)}>
          {t('sessions.title')}
        </button>
        <button type="button" className="min-h-9 underline underline-offset-4" onClick={() => void signOut()}>
          {t('signOut')}
        </button>
      </div>
      {isShowingSessions && <Sessions onClose={() => setIsShowingSessions(false)} />}
    </section>
  )
}

export function LanguageChoice() {
  const t = useText('console')
  const language = useLanguage()
  return (
    <Choice
      label={t('language')}
      value={language}
      values={languages.map((one) => [one, languageNames[one], htmlLang(one)] as const)}
      onChange={(next) => void changeLanguage(next)}
    />
  )
}

export function ThemeChoice() {
  const t = useText('console')
  const theme = useTheme()
  return <Choice<Theme> label={t('theme.title')} value={theme} values={themes.map((one) => [one, t(`theme.${one}`)] as const)} onChange={chooseTheme} />
}
