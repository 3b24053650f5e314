import { createElement, useMemo, type ComponentType, type ReactNode } from 'react'

/** The elements an article may have, and how they look; what else there might be keeps its words only. */
const looks: Readonly<Record<string, string>> = {
  h2: 'mt-6 mb-2 text-20 font-semibold',
  h3: 'mt-5 mb-2 text-18 font-semibold',
  h4: 'mt-4 mb-1 text-16 font-semibold',
  p: 'mt-3',
  ul: 'mt-3 flex list-disc flex-col gap-1.5 pl-5 marker:text-brass-ink',
  ol: 'mt-3 flex list-decimal flex-col gap-1.5 pl-5 marker:text-brass-ink',
  li: '',
  blockquote: 'mt-3 border-l-2 border-line pl-4 text-muted',
  pre: 'mt-3 rounded-field bg-sunk p-3 text-13 whitespace-pre-wrap',
  code: 'rounded-chip bg-sunk px-1 text-[.92em]',
  strong: 'font-semibold',
  em: 'italic',
}

/** Deeper than the server lets anything be. */
const depthMax = 40

/** Shows a link of an article, by where it leads. */
type ArticleLink = ComponentType<{ href: string | null; children: ReactNode }>

/**
 * An article's text. The server sends safe HTML; it is read into a document that runs nothing and rebuilt from the
 * elements above, so that nothing else can get onto the page.
 */
export function Body({ html, link }: { html: string; link: ArticleLink }) {
  const children = useMemo(() => childrenOf(new DOMParser().parseFromString(html, 'text/html').body, 0, link), [html, link])
  return <div className="text-16 leading-relaxed [overflow-wrap:anywhere]">{children}</div>
}

function childrenOf(node: Node, depth: number, link: ArticleLink): ReactNode[] {
  return depth > depthMax ? [] : [...node.childNodes].map((child, index) => rebuilt({ node: child, depth, key: index, link }))
}

interface Part {
  node: Node
  depth: number
  key: number
  link: ArticleLink
}

function rebuilt({ node, depth, key, link: Leading }: Part): ReactNode {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element)) return null
  const name = node.localName
  if (name === 'br' || name === 'hr') return createElement(name, { key, className: name === 'hr' ? 'my-5 border-line' : undefined })
  if (name === 'script' || name === 'style') return null
  const children = childrenOf(node, depth + 1, Leading)
  if (name === 'a')
    return (
      <Leading key={key} href={node.getAttribute('href')}>
        {children}
      </Leading>
    )
  const look = looks[name]
  return look === undefined ? children : createElement(name, { key, className: look }, ...children)
}
