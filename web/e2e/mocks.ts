import type { BrowserContext, Page } from '@playwright/test'
import type { Data, Path } from '../kit/src/api/contract.ts'

interface Envelope {
  code: number
  message: string
  data: unknown
}

/** What a server answers to a path, typed by the API document. */
export function answered<P extends Path>(_path: P, data: Data<P>): { json: Envelope } {
  return { json: { code: 200, message: '', data } }
}

/** What a server answers where it refuses. */
export function refused(code: number, message: string): { json: Envelope } {
  return { json: { code, message, data: null } }
}

/** The addresses of a call, and of no other whose path only begins like it. */
export function callTo(path: Path): RegExp {
  return new RegExp(`${path}(?:\\?|$)`)
}

/** Lets the real server answer and changes what it said, typed by the API document. */
export function changeAnswer<P extends Path>(on: BrowserContext | Page, path: P, change: (data: Data<P>) => Data<P> | void): Promise<unknown> {
  return on.route(callTo(path), async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as Envelope & { data: Data<P> }
    await route.fulfill({ response, json: { ...body, data: change(body.data) ?? body.data } })
  })
}
