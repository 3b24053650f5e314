declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core'
  /** The files of texts by language and name, `en/words`: each holds catalogues by their namespaces. */
  export const files: Record<string, () => Promise<{ texts: Record<string, Messages> }>>
  /** The file of a catalogue that travels elsewhere than with its feature. */
  export const named: Record<string, string>
}
