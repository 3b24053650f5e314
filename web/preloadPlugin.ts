import type { Plugin } from 'vite'

/** The script that the page's first one loads at once. */
const main = /[\\/]player[\\/]src[\\/]main\.tsx$/

/** Names the app's own code in the page, so that it is fetched beside the first script, which is small and asks for the rest. */
export function preloadMain(): Plugin {
  return {
    name: 'etld-preload-main',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const needed = new Set<string>()
        const note = (fileName: string) => {
          const chunk = bundle[fileName]
          if (chunk?.type !== 'chunk' || needed.has(fileName)) return
          needed.add(fileName)
          chunk.imports.forEach(note)
        }
        for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.facadeModuleId && main.test(chunk.facadeModuleId)) note(chunk.fileName)
        if (needed.size === 0) throw new Error('the build has no main')
        return [...needed]
          .filter((name) => !html.includes(name))
          .map((name) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` }, injectTo: 'head' as const }))
      },
    },
  }
}
