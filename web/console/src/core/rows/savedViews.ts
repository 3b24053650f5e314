import { readKept, storeKept } from '@kit/kept/kept'
import { deviceStorage } from '@kit/kept/storage'

/** A named set of filters of a list. */
interface View {
  name: string
  search: string
}

export const viewsMax = 20

/** What of an address is a view: filters and order, not the page nor the row that is open. */
export function viewOf(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('cursor')
  params.delete('item')
  params.sort()
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

const keyOf = (path: string) => `etld.operator.views${path}`

export function viewsOf(path: string): View[] {
  return readKept(deviceStorage, keyOf(path), [{ name: '', search: '' }]) ?? []
}

/** Whether they last longer than the page. */
export function keepViews(path: string, views: readonly View[]): boolean {
  return storeKept(deviceStorage, keyOf(path), views)
}
