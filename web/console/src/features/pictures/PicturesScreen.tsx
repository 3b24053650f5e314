import { useLanguage, useText } from '@kit/i18n/text'
import { act } from '@console/acts/act'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { usePictures } from './api'
import { Upload } from './Upload'

/** The pictures that goods, machines, news and banners show. */
export function PicturesScreen() {
  const t = useText('console-edit')
  const language = useLanguage()
  const me = useMe()
  const list = usePictures()
  return (
    <RecordsScreen
      title={t('pictures.title')}
      list={list}
      keyOf={({ pictureId }) => pictureId}
      nameOf={({ alt }) => alt[language]}
      columns={[
        ['alt', 'texts'],
        ['bytes', 'figure'],
        ['createdAt', 'time'],
      ]}
      facts={[
        ['pictureId', 'code'],
        ['bytes', 'figure'],
        ['createdAt', 'time'],
      ]}
      more={({ sizes, alt }) => (
        <div className="mt-3 grid gap-2">
          {sizes.map(({ url, width, height }) => (
            <figure key={url}>
              <img src={url} alt={alt[language]} width={width} height={height} className="h-auto max-w-full rounded-field border border-line" />
              <figcaption className="fig text-13 text-muted">
                {width} × {height}
              </figcaption>
            </figure>
          ))}
        </div>
      )}
      acts={({ pictureId, alt }) => [act('pictures/describe', { pictureId }, { present: { alt } }), act('pictures/remove', { pictureId })]}
      empty={t('pictures.empty')}
    >
      {mayCall(me, 'pictures/upload') && <Upload onDone={(id) => list.goOn(list.openKey, id)} />}
    </RecordsScreen>
  )
}
