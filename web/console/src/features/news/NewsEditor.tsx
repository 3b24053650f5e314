import { useState } from 'react'
import { categories } from '@kit/article/categories'
import { htmlLang, languages, type Language } from '@kit/i18n/language'
import { useLanguage, useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { ErrorRetry } from '@kit/ui/ErrorRetry'
import { Segmented } from '@kit/ui/Segmented'
import { Skeleton } from '@kit/ui/Skeleton'
import { toast } from '@kit/ui/toast'
import { act } from '@console/acts/act'
import { Acts } from '@console/acts/Acts'
import { AuditTrail } from '@console/audit/Trail'
import { readAnew } from '@console/api/answers'
import { tellFault } from '@console/decide/approve'
import { PendingOn } from '@console/decide/PendingOn'
import { ProposalForm } from '@console/decide/ProposalForm'
import { Choice, Field } from '@console/form/fields'
import { Outdated } from '@console/form/Outdated'
import { useEdit } from '@console/form/useEdit'
import { Screen } from '@console/frame/Screen'
import { PicturesInput } from '@console/pictures/PicturesInput'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { Announced } from '@console/words/Announced'
import { publish, saveDraft, useArticle } from './api'
import type { ArticleDetail } from './contract'
import { draftOf, editedOf, lackingOf, articleLengthsMax, type Edited, type Words } from './decideDraft'
import { LanguageNames } from './LanguageNames'
import { Preview } from './Preview'

interface NewsEditorProps {
  /** Null for an article that is not saved yet. */
  id: string | null
  onSaved: (id: string) => void
  onClose: () => void
}

/** An article in three languages, its preview beside it, what is missing, and the way to its readers. */
export function NewsEditor({ id, onSaved, onClose }: NewsEditorProps) {
  const t = useText('console-edit')
  const article = useArticle(id)
  const isThere = id === null || article.data !== undefined
  return (
    <Screen
      title={t(id === null ? 'news.new' : 'news.edit')}
      right={
        <Button size="small" kind="quiet" onClick={onClose}>
          {t('news.back')}
        </Button>
      }
    >
      <ErrorRetry of={article} aboveOld />
      {!isThere && !article.isError && <Skeleton height="320px" />}
      {isThere && <Editor detail={article.data} onSaved={onSaved} />}
    </Screen>
  )
}

function Editor({ detail, onSaved }: { detail: ArticleDetail | undefined; onSaved: (id: string) => void }) {
  const t = useText('console-edit')
  const me = useMe()
  const own = useLanguage()
  const [language, setLanguage] = useState<Language>(own)
  const edit = useEdit<Edited>(`news.${detail?.id ?? 'new'}`, detail?.version ?? null, editedOf(undefined))
  const { edited: changed, keep: setChanged } = edit
  const [isSaving, setIsSaving] = useState(false)
  const edited = changed ?? editedOf(detail)
  const words = edited.texts[language]
  const { missing, unfinished } = lackingOf(edited)

  function change(part: Partial<Words>) {
    setChanged({ ...edited, texts: { ...edited.texts, [language]: { ...words, ...part } } })
  }

  async function save() {
    setIsSaving(true)
    try {
      const { id, version } = await saveDraft(draftOf(edited, detail, edit.version))
      edit.settle(`news.${id}`, version)
      await readAnew()
      toast.success(t('news.saved'))
      onSaved(id)
    } catch (fault) {
      tellFault(fault)
      // What is in the way is shown.
      await readAnew()
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <div className="mt-3 grid gap-6 xl:grid-cols-2">
      <section aria-label={t('news.texts')}>
        <div className="mb-3">
          <Segmented label={t('news.language')} value={language} of={languages} nameOf={(one) => t(`news.lang.${one}`)} onChange={setLanguage} />
        </div>
        <fieldset disabled={!mayCall(me, 'news/draft')} className="grid min-w-0 content-start gap-3">
          <Choice
            label={t('news.column.category')}
            value={edited.category}
            values={categories.map((one) => [one, t(`news.category.${one}`)] as const)}
            onChange={(category) => setChanged({ ...edited, category })}
          />
          <Cover cover={edited.cover} onChange={(cover) => setChanged({ ...edited, cover })} />
          <Field
            lang={htmlLang(language)}
            label={t('news.field.title')}
            value={words.title}
            onChange={(title) => change({ title })}
            lengthMax={articleLengthsMax.title}
          />
          <Field
            lang={htmlLang(language)}
            label={t('news.field.summary')}
            value={words.summary}
            onChange={(summary) => change({ summary })}
            lengthMax={articleLengthsMax.summary}
            rows={2}
          />
          <Field
            lang={htmlLang(language)}
            label={t('news.field.body')}
            value={words.body}
            onChange={(body) => change({ body })}
            lengthMax={articleLengthsMax.body}
            rows={14}
            hint={t('news.field.bodyHint')}
          />
          <Outdated edit={edit} />
          {missing.length > 0 && (
            <p className="text-13 text-muted">
              <Announced by={t('news.missing')}>
                <LanguageNames languages={missing} />
              </Announced>
            </p>
          )}
          {unfinished.length > 0 && (
            <p className="text-13 text-loss">
              <Announced by={t('news.unfinished')}>
                <LanguageNames languages={unfinished} />
              </Announced>
            </p>
          )}
          <Button kind={changed ? 'main' : 'quiet'} busy={isSaving} disabled={!changed} onClick={() => void save()}>
            {t('news.save')}
          </Button>
        </fieldset>
      </section>
      <section aria-label={t('news.preview')} className="grid content-start gap-4">
        {detail ? <Preview id={detail.id} language={language} /> : <p className="text-15 text-muted">{t('news.previewLater')}</p>}
        {detail && mayCall(me, 'news/publish') && <Publishing detail={detail} isChanged={changed !== null} />}
        {detail && detail.revision > 0 && <Acts acts={[act('news/pin', { id: detail.id, version: detail.version, pinned: !detail.pinned })]} isUnderTitle />}
        {detail && <PendingOn about={detail.id} />}
        {detail && <AuditTrail of={{ about: detail.id }} />}
      </section>
    </div>
  )
}

/** The picture that stands above an article; without one it is the category's cover. */
function Cover({ cover, onChange }: { cover: string; onChange: (cover: string) => void }) {
  const t = useText('console-edit')
  const isDrawn = cover === '' || categories.some((one) => one === cover)
  return (
    <div>
      {/* Another one takes its place. */}
      <PicturesInput name="cover" chosen={isDrawn ? [] : [cover]} onChange={(chosen) => onChange(chosen.at(-1) ?? '')} />
      <p className="mt-1 text-13 text-muted">{t('news.coverHint')}</p>
    </div>
  )
}

/** The way of what was saved to its readers. */
function Publishing({ detail, isChanged }: { detail: ArticleDetail; isChanged: boolean }) {
  const t = useText('console-edit')
  return (
    <div className="rounded-card border border-line bg-raised p-4">
      <h2 className="mb-2 text-16 font-semibold">{t('news.publish.title')}</h2>
      {detail.hasDraft ? (
        <ProposalForm
          name={detail.id}
          action={t('news.publish.action')}
          problem={isChanged ? t('news.publish.unsaved') : null}
          propose={(reason) => publish({ id: detail.id, version: detail.version }, reason)}
          onDone={() => undefined}
        >
          <p className="text-13 text-muted">{t('news.publish.hint')}</p>
        </ProposalForm>
      ) : (
        <p className="text-15 text-muted">{t('news.publish.nothing')}</p>
      )}
    </div>
  )
}
