import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const web = fileURLToPath(new URL('../../', import.meta.url))

/** The zone of a file: `kit`, `app`, `features/<name>`, or null for none of them. */
function zoneOf(path: string): string | null {
  if (path.startsWith('kit/')) return 'kit'
  const feature = /^player\/src\/features\/([^/]+)\//.exec(path)
  if (feature) return `features/${feature[1]}`
  return path.startsWith('player/src/') ? 'app' : null
}

/** What a file may not import, as sentences. */
function breachesOf(path: string, source: string): string[] {
  const from = zoneOf(path)
  const targets = [...source.matchAll(/(?:from|import|import\()\s*['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '')
  return targets.flatMap((target) => {
    const resolved = target.startsWith('@kit/') ? `kit/src/${target.slice(5)}` : target.startsWith('.') ? normalize(join(dirname(path), target)) : null
    const to = resolved === null ? null : zoneOf(`${resolved}/`) ?? zoneOf(resolved)
    const isAllowed = to === null || to === from || to === 'kit' || (from === 'app' && resolved?.endsWith('/routes') === true)
    return isAllowed ? [] : [`${path} imports ${target}`]
  })
}

describe('import zones', () => {
  it('hold: app → features → kit, and no feature sees another', () => {
    const breaches = ['kit/src', 'player/src'].flatMap((root) =>
      readdirSync(join(web, root), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .flatMap((name) => breachesOf(relative(web, join(web, root, name)), readFileSync(join(web, root, name), 'utf8'))),
    )
    expect(breaches).toEqual([])
  })

  it.each([
    ['a feature that imports another', 'player/src/features/home/A.tsx', `import { B } from '../machine/B'`],
    ['a feature that imports the app', 'player/src/features/home/A.tsx', `import { paths } from '../../app/paths'`],
    ['the kit importing a feature', 'kit/src/ui/A.tsx', `const a = import('../../../player/src/features/home/A')`],
    ['the app importing a screen past its routes', 'player/src/app/A.tsx', `import { A } from '../features/home/A'`],
  ])('catches %s', (_, path, source) => {
    expect(breachesOf(path, source)).toHaveLength(1)
  })

  it('lets features use the kit and their own files', () => {
    expect(breachesOf('player/src/features/home/A.tsx', `import '@kit/ui/Card'\nimport './B'\nimport 'react'`)).toEqual([])
  })
})
