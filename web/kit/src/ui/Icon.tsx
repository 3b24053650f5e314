const paths = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7',
  copy: 'M9 9V5.5A1.5 1.5 0 0 1 10.5 4h8A1.5 1.5 0 0 1 20 5.5v8a1.5 1.5 0 0 1-1.5 1.5H15M5.5 9h8A1.5 1.5 0 0 1 15 10.5v8a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 4 18.5v-8A1.5 1.5 0 0 1 5.5 9z',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.2 2.2 0 0 0 4 0',
  home: 'M4 11l8-7 8 7v8.5a.5.5 0 0 1-.5.5h-4.8v-6h-5.4v6H4.5a.5.5 0 0 1-.5-.5z',
  goods: 'M12 3.2l7.7 4.4v8.8L12 20.8l-7.7-4.4V7.6zM4.5 7.7L12 12l7.5-4.3M12 12v8.6',
  bag: 'M5 8h14l-1 12H6zM9 8V7a3 3 0 0 1 6 0v1',
  trade: 'M5 9h14l-4-4M19 15H5l4 4',
  wallet:
    'M4.5 6.5h13A1.5 1.5 0 0 1 19 8v1M4.5 6.5A1.5 1.5 0 0 1 6 5h10M4.5 6.5V17A2 2 0 0 0 6.5 19H18a1.5 1.5 0 0 0 1.5-1.5V10.5A1.5 1.5 0 0 0 18 9H6M16.2 14h.01',
  person: 'M12 12.5a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4zM4.5 20c.8-3.6 3.8-5.2 7.5-5.2s6.7 1.6 7.5 5.2',
  download: 'M12 4v11m0 0l-4-4m4 4l4-4M5 19.5h14',
  upload: 'M12 15V4m0 0L8 8m4-4l4 4M5 19.5h14',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.8h.01',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  link: 'M14 5h5v5M19 5l-8 8M10 6H6.5A1.5 1.5 0 0 0 5 7.5v10A1.5 1.5 0 0 0 6.5 19h10a1.5 1.5 0 0 0 1.5-1.5V14',
} as const

export type IconName = keyof typeof paths

type IconProps = { size?: number; width?: number; look?: string } & ({ name: IconName; path?: never } | { name?: never; path: string })

/** A line icon in the colour of the text, one of the set or drawn by a path of its own; decoration, its meaning is in the words. */
export function Icon({ name, path, size = 22, width = 1.6, look = '' }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={`shrink-0 ${look}`}
    >
      <path d={path ?? (name && paths[name])} />
    </svg>
  )
}
