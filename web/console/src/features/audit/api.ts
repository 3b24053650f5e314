import { download } from '@kit/ui/download'
import type { Data, Row } from '@console/contract/contract'
import { call } from '@console/api/call'
import type { Filter } from '@console/rows/decideFilter'
import { useRows } from '@console/rows/useRows'

export type Entry = Row<'audit/list'>
export type Page = Data<'audit/chain'>

export const useRecords = (filters: readonly Filter[]) => useRows('audit/list', { filters })

/** The records behind one, as they are hashed; behind 0 from the last published head on. */
export function readChain(after: number): Promise<Page> {
  return call('audit/chain', { after }, { isQuiet: true })
}

const filesMax = 200

/** Saves the whole log, in files of 5,000 records. */
export async function saveLog(): Promise<void> {
  let from = 1
  for (let files = 0; files < filesMax; files += 1) {
    const { fileName, contentType, content, hasMore } = await call('audit/export', { from }, { isQuiet: true })
    download(fileName, new Blob([content], { type: contentType }))
    if (!hasMore) return
    from += 5_000
  }
}
