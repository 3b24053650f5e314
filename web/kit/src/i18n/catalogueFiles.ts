import type { Messages } from '@lingui/core'
import { files } from 'virtual:catalogues'
import type { Namespace } from './catalogues'
import { featureFile } from './featureFile'
import type { Language } from './language'

type File = Promise<Record<string, Messages>>

const started = new Map<string, File>()

/** Begins to load the file of a catalogue, or gives what is under way; what failed is loaded anew the next time. */
export function loadFile(language: Language, namespace: Namespace): File {
  const name = `${language}/${featureFile(namespace)}`
  const known = started.get(name)
  if (known) return known
  const load = files[name]
  if (!load) throw new Error(`no catalogue ${name}`)
  const fresh = load().then(({ texts }) => texts)
  started.set(name, fresh)
  fresh.catch(() => started.delete(name))
  return fresh
}
