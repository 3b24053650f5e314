import type { Page } from '../contract/contract'

/** More pages than any list has that is read whole. */
const pagesMax = 10

/** All rows of a list as one page, read page by page. */
export async function readWhole<R>(read: (cursor?: string) => Promise<Page<R>>): Promise<Page<R>> {
  const whole = await read()
  for (let pages = 1; whole.hasMore && pages < pagesMax; pages += 1) {
    const page = await read(whole.nextCursor)
    whole.list.push(...page.list)
    whole.hasMore = page.hasMore
    whole.nextCursor = page.nextCursor
  }
  return whole
}
