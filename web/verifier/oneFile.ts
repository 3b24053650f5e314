import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

/**
 * Puts script and style into the page itself, so that one file from a disk is all there is. The page forbids itself
 * every script but its own, and every connection but those that it is built with.
 */
export function oneFile(page: string, connect = ''): Plugin {
  return {
    name: 'etld-one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      const built = bundle[page]
      if (built?.type !== 'asset') this.error('the page is missing')
      let html = String(built.source)
      const inline = (pattern: RegExp, content: string, tag: string) => {
        if (!pattern.test(html)) this.error(`the page has no ${tag}`)
        // A function: a script's own "$&" is no pattern.
        html = html
          .replace(pattern, '')
          .replace(tag === 'style' ? '</head>' : '</body>', (end) => `<${tag}${tag === 'script' ? ' type="module"' : ''}>${content}</${tag}>\n  ${end}`)
        return hashOf(content)
      }
      const hashes: Record<string, string> = {}
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === 'chunk')
          hashes['script'] = inline(/\s*<script type="module"[^>]*src="[^"]*"[^>]*><\/script>/, file.code.trim().replaceAll('</script', '<\\/script'), 'script')
        else if (name.endsWith('.css')) hashes['style'] = inline(/\s*<link rel="stylesheet"[^>]*>/, String(file.source).trim(), 'style')
        else continue
        delete bundle[name]
      }
      const policy = `default-src 'none'; script-src ${hashes['script']}; style-src ${hashes['style']}; base-uri 'none'; form-action 'none'${connect}`
      built.source = html.replace('<meta charset="utf-8" />', (first) => `${first}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
      built.fileName = 'verify.html'
    },
  }
}
