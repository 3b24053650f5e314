type Point = readonly [number, number]

type MachineArtSize = 'small' | 'medium' | 'large'

/** Each machine size owns a mineral. */
const machineHue: Record<MachineArtSize, string> = { small: 'var(--azu)', medium: 'var(--mal)', large: 'var(--ame)' }

const rank: Record<MachineArtSize, number> = { small: 1, medium: 2, large: 3 }

function list(...points: Point[]): string {
  return points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
}

// A small generator, so that each machine's lamps are its own and always the same.
function lampsOf(seed: string, count: number): boolean[] {
  let state = Array.from(seed).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  return Array.from({ length: count }, () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32 > 0.35
  })
}

interface MachineProps {
  size: MachineArtSize
  seed: string
  /** Its lamps are lit. */
  isRunning?: boolean
  /** It is somebody's own and at work: its fan turns and its lamps breathe, for who likes motion. */
  isMoving?: boolean
}

/** A machine in isometric view: a cabinet of its size, vents at the left, lamps at the right, a fan on top. */
export function Machine({ size, seed, isRunning = true, isMoving = false }: MachineProps) {
  const k = rank[size]
  const width = 27 + k * 8
  const height = 20 + k * 15
  const hue = machineHue[size]
  const rows = 2 + k * 2
  const lamps = lampsOf(seed, rows)
  const floor = 118 - width * 0.5
  const at = (x: number, y: number, z: number): Point => [70 + (x - y) * 0.866, floor + (x + y) * 0.5 - z - width * 0.5]
  const [fanX, fanY] = at(width / 2, width / 2, height)
  return (
    <svg viewBox="0 0 140 132" className="h-full w-full" aria-hidden>
      <ellipse cx="70" cy={floor + 2} rx={width * 1.08} ry={width * 0.5} fill="var(--sunk)" opacity=".9" />
      <polygon
        points={list(at(0, width, 0), at(width, width, 0), at(width, width, height), at(0, width, height))}
        fill="color-mix(in oklab, var(--raised), var(--ink) 9%)"
      />
      <polygon
        points={list(at(width, 0, 0), at(width, width, 0), at(width, width, height), at(width, 0, height))}
        fill="color-mix(in oklab, var(--raised), var(--ink) 19%)"
      />
      <polygon
        points={list(at(0, 0, height), at(width, 0, height), at(width, width, height), at(0, width, height))}
        fill={`color-mix(in oklab, ${hue}, var(--raised) 18%)`}
      />
      <polygon
        points={list(at(3, 3, height), at(width - 3, 3, height), at(width - 3, width - 3, height), at(3, width - 3, height))}
        fill="none"
        stroke="var(--canvas)"
        strokeOpacity=".35"
      />
      {lamps.map((isLit, index) => {
        const z = 7 + (index * (height - 12)) / rows
        const [lampX, lampY] = at(width, width - 7, z + 1)
        return (
          <g key={index}>
            <polyline points={list(at(6, width, z), at(width - 6, width, z))} stroke="var(--canvas)" strokeWidth="3" strokeLinecap="round" />
            <polyline
              points={list(at(width, 8, z), at(width, width - 15, z))}
              stroke="var(--canvas)"
              strokeOpacity=".28"
              strokeWidth="1.4"
              strokeLinecap="round"
            />
            <circle
              cx={lampX}
              cy={lampY}
              r="1.8"
              fill={isLit && isRunning ? hue : 'var(--edge)'}
              {...(isLit && isMoving && { className: 'breathing', style: { animationDelay: `${index * -0.7}s` } })}
            />
          </g>
        )
      })}
      <polyline points={list(at(0, width, height), at(width, width, height), at(width, 0, height))} fill="none" stroke="var(--ink)" strokeOpacity=".22" />
      <polyline points={list(at(width, width, height), at(width, width, 0))} stroke="var(--ink)" strokeOpacity=".22" />
      <ellipse cx={fanX} cy={fanY} rx={width * 0.32} ry={width * 0.185} fill="var(--canvas)" stroke={hue} strokeWidth="1.4" />
      {/* The fan's own plane: a circle there is the ellipse that is seen. */}
      <g transform={`translate(${fanX.toFixed(1)} ${fanY.toFixed(1)}) scale(1 .571)`}>
        <g {...(isMoving && { className: 'fan' })}>
          {Array.from({ length: 7 }, (_, index) => {
            const turn = (index / 7) * Math.PI * 2
            const next = turn + 0.5
            const blade = width * 0.28
            return (
              <polygon
                key={index}
                points={list([0, 0], [Math.cos(turn) * blade, Math.sin(turn) * blade], [Math.cos(next) * blade, Math.sin(next) * blade])}
                fill={hue}
                opacity=".75"
              />
            )
          })}
        </g>
      </g>
      <ellipse cx={fanX} cy={fanY} rx="3.4" ry="2" fill={hue} />
    </svg>
  )
}
