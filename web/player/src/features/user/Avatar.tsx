import type { ReactNode } from 'react'
import { imageOf, type ImageName } from './decideUser'

type Point = readonly [number, number]

const hues: Record<ImageName, string> = {
  azurite: 'var(--azu)',
  malachite: 'var(--mal)',
  topaz: 'var(--top)',
  amethyst: 'var(--ame)',
  drill: 'var(--azu)',
  lantern: 'var(--top)',
  scale: 'var(--mal)',
  compass: 'var(--ame)',
}

const instruments: Partial<Record<ImageName, ReactNode>> = {
  drill: <path d="M40 24h16v8H40zM42 32h12l-6 40zM43.5 42h9M44.8 51h6.4M46.2 60h3.6M48 24v-6" />,
  lantern: <path d="M38 36h20v30H38zM35 66h26M41 36l2-8h10l2 8M44 28a4 4 0 0 1 8 0M48 42c-4 5-5 8-5 11a5 5 0 0 0 10 0c0-3-1-6-5-11z" />,
  scale: <path d="M48 22v46M36 70h24M28 32h40M48 26a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM28 32l-7 18h14zM68 32l-7 18h14zM21 50c2 5 12 5 14 0M61 50c2 5 12 5 14 0" />,
  compass: <path d="M48 26a22 22 0 1 0 0 44 22 22 0 0 0 0-44zM48 30v4M48 62v4M30 48h4M62 48h4M57 39l-5 13-13 5 5-13z" />,
}

// A small generator, so that each picture is always the same.
function generator(seed: string): () => number {
  let state = Array.from(seed).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 11)
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function list(points: Point[]): string {
  return points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
}

/** A picture a person chose: a cluster of crystals or an instrument, in a ring engraved by the person's own id. */
export function Avatar({ image, seed }: { image: string; seed: string }) {
  const name = imageOf(image)
  const hue = hues[name]
  const next = generator(seed)
  const ticks = Array.from({ length: 40 }, () => (next() > 0.62 ? 5.5 : 3))
  return (
    <svg viewBox="0 0 96 96" className="h-full w-full" aria-hidden>
      <circle cx="48" cy="48" r="47" fill={`color-mix(in oklab, ${hue}, var(--sunk) 80%)`} />
      {ticks.map((length, index) => (
        <line
          key={index}
          x1="48"
          y1="3.5"
          x2="48"
          y2={3.5 + length}
          stroke={hue}
          strokeWidth="1.3"
          strokeLinecap="round"
          transform={`rotate(${index * 9} 48 48)`}
        />
      ))}
      {instruments[name] ? (
        <g fill="none" stroke="var(--ink)" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
          {instruments[name]}
        </g>
      ) : (
        <Crystals name={name} hue={hue} />
      )}
    </svg>
  )
}

/** Prisms that grow from one bed, each with a lit and a shaded side. */
function Crystals({ name, hue }: { name: string; hue: string }) {
  const next = generator(name)
  const count = 5
  const prisms = Array.from({ length: count }, (_, index) => ({
    lean: (index - (count - 1) / 2) * 17 + (next() - 0.5) * 8,
    height: 26 + next() * 12 + (index === 2 ? 10 : 0),
    width: 8 + next() * 4,
  }))
  // The middle one stands in front.
  const order = [0, 4, 1, 3, 2]
  return (
    <g transform="translate(48 70)">
      {order.map((index) => {
        const prism = prisms[index]
        if (!prism) return null
        const { lean, height, width } = prism
        const tip = -height - width
        return (
          <g key={index} transform={`rotate(${lean.toFixed(1)})`} stroke="var(--canvas)" strokeOpacity=".35" strokeWidth=".6">
            <polygon
              points={list([
                [-width, 0],
                [-width, -height],
                [-width * 0.2, tip],
                [-width * 0.2, 0],
              ])}
              fill={`color-mix(in oklab, ${hue}, white 38%)`}
            />
            <polygon
              points={list([
                [-width * 0.2, 0],
                [-width * 0.2, tip],
                [width, -height],
                [width, 0],
              ])}
              fill={`color-mix(in oklab, ${hue}, black 14%)`}
            />
          </g>
        )
      })}
      <ellipse cx="0" cy="1" rx="25" ry="4.5" fill={`color-mix(in oklab, ${hue}, black 34%)`} />
    </g>
  )
}
