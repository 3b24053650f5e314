declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core'
  /** The files of texts by language and name, `en/common`: each holds catalogues by their namespaces. */
  export const files: Record<string, () => Promise<{ texts: Record<string, Messages> }>>
}
