import type { Plugin } from 'vite'

/** The script that the page's first one loads at once. */
const main = /[\\/]player[\\/]src[\\/]main\.tsx$/

/** The page's first script imports it; and by that one script's name a page that runs tells another version from its own. */
const runtimeScript = /\s*<script type="module"[^>]* src="[^"]*rolldown-runtime[^"]*"><\/script>/

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
        const page = html.replace(runtimeScript, '')
        if (page.match(/<script type="module"/g)?.length !== 1) throw new Error('the page must begin with one script')
        const tags = [...needed]
          .filter((name) => !page.includes(name))
          .map((name) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` }, injectTo: 'head' as const }))
        return { html: page, tags }
      },
    },
  }
}
