import { useState } from 'react'
import { categories } from '@kit/article/categories'
import { htmlLang, languages } from '@kit/i18n/language'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import { readAnew } from '@console/api/answers'
import { tellFault } from '@console/decide/approve'
import { Choice, Field } from '@console/form/fields'
import { Outdated } from '@console/form/Outdated'
import { TimeField } from '@console/form/TimeField'
import { useEdit } from '@console/form/useEdit'
import { useWords } from '@console/words/useWords'
import { addBanner, changeBanner } from './api'
import { bannerOf, editedOf, halvesOf, isWordless, bannerLengthsMax, lookOf, type Banner, type EditedBanner } from './decideBanner'

/** The words of a banner in three languages, and where it leads; null for one that is not there yet, which has its time as well. */
export function BannerForm({ banner, onDone }: { banner: Banner | null; onDone: (id: string) => void }) {
  const t = useText('console-edit')
  const { label } = useWords()
  const edit = useEdit<EditedBanner>(`banner.${banner?.id ?? 'new'}`, banner?.version ?? null, editedOf(null))
  const { edited: kept, keep: setKept } = edit
  const [isSending, setIsSending] = useState(false)
  const edited = kept ?? editedOf(banner)
  const halves = halvesOf(edited)

  async function send() {
    setIsSending(true)
    try {
      const { id, version } = banner
        ? await changeBanner({ ...lookOf(edited), id: banner.id, version: edit.version ?? banner.version })
        : await addBanner(bannerOf(edited))
      edit.settle(`banner.${id}`, version)
      toast.success(t('banners.saved'))
      // Before the list is read: whoever goes on with another one by then is not taken back.
      onDone(id)
      await readAnew()
    } catch (fault) {
      tellFault(fault)
      // What is in the way is shown.
      await readAnew()
    } finally {
      setIsSending(false)
    }
  }

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {languages.map((language) => (
        <fieldset key={language} className="grid gap-1">
          <legend className="text-13 font-medium">{t(`news.lang.${language}`)}</legend>
          {(['title', 'note'] as const).map((part) => (
            <Field
              key={part}
              lang={htmlLang(language)}
              label={t(`banners.field.${part}`)}
              value={edited.texts[language][part]}
              lengthMax={bannerLengthsMax[part]}
              hint={part === 'note' && halves.includes(language) && t('banners.both')}
              onChange={(words) => setKept({ ...edited, texts: { ...edited.texts, [language]: { ...edited.texts[language], [part]: words } } })}
            />
          ))}
        </fieldset>
      ))}
      <Field label={t('banners.target')} value={edited.target} onChange={(target) => setKept({ ...edited, target })} hint={t('banners.targetHint')} />
      <Choice
        label={t('banners.cover')}
        value={edited.cover}
        values={categories.map((one) => [one, t(`news.category.${one}`)] as const)}
        onChange={(cover) => setKept({ ...edited, cover })}
      />
      {!banner && (
        <>
          <TimeField name={label('from')} value={edited.from} onChange={(from) => setKept({ ...edited, from })} />
          <TimeField name={label('until')} value={edited.until} onChange={(until) => setKept({ ...edited, until })} />
        </>
      )}
      <Outdated edit={edit} />
      <Button kind="main" size="small" type="submit" busy={isSending} disabled={isWordless(edited) || halves.length > 0 || (banner !== null && kept === null)}>
        {t(banner ? 'banners.save' : 'banners.add')}
      </Button>
    </form>
  )
}
