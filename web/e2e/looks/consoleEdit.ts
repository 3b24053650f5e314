import type { States } from '../looks.ts'
import { screen } from './console.ts'

/** The console's screens on which something is set, sold, paid or looked at. */
export const screens: States = {
  consoleParams: screen('catalogue', '/params', true),
  consoleChangelog: screen('auditor', '/changelog'),
  consoleStops: screen('risk', '/stops', true),
}
