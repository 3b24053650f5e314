import { createElement, useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { targetOf } from './decideNews'

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

/**
 * An article's text. The server sends safe HTML; it is read into a document that runs nothing and rebuilt from the
 * elements above, so that nothing else can get onto the page.
 */
export function Body({ html }: { html: string }) {
  const children = useMemo(() => childrenOf(new DOMParser().parseFromString(html, 'text/html').body, 0), [html])
  return <div className="text-16 leading-relaxed [overflow-wrap:anywhere]">{children}</div>
}

function childrenOf(node: Node, depth: number): ReactNode[] {
  return depth > depthMax ? [] : [...node.childNodes].map((child, index) => rebuilt(child, depth, index))
}

function rebuilt(node: Node, depth: number, key: number): ReactNode {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element)) return null
  const name = node.localName
  if (name === 'br' || name === 'hr') return createElement(name, { key, className: name === 'hr' ? 'my-5 border-line' : undefined })
  if (name === 'script' || name === 'style') return null
  const children = childrenOf(node, depth + 1)
  if (name === 'a')
    return (
      <Leading key={key} href={node.getAttribute('href')}>
        {children}
      </Leading>
    )
  const look = looks[name]
  return look === undefined ? children : createElement(name, { key, className: look }, ...children)
}

function Leading({ href, children }: { href: string | null; children: ReactNode }) {
  const target = targetOf(href)
  const look = 'font-medium text-brass-ink underline underline-offset-4'
  if (target === null) return children
  if (target.kind === 'inside') {
    return (
      <Link to={target.to} className={look}>
        {children}
      </Link>
    )
  }
  // Words of a link say nothing about where it leads; the host does.
  return (
    <>
      <a href={target.href} target="_blank" rel="noopener noreferrer" className={look}>
        {children}
      </a>{' '}
      <span className="text-13 text-muted" translate="no">
        ({target.host})
      </span>
    </>
  )
}
