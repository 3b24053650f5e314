import { useText } from '@kit/i18n/text'
import { Segmented } from '@kit/ui/Segmented'
import { chooseTheme, themes, useTheme } from '@kit/ui/theme'

/** Light, dark, or as the device. */
export function ThemeChoice() {
  const t = useText('user')
  const theme = useTheme()
  return (
    <section>
      <h2 className="mb-2 text-13 text-muted">{t('theme.title')}</h2>
      <Segmented label={t('theme.title')} value={theme} onChange={chooseTheme} options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))} />
    </section>
  )
}
