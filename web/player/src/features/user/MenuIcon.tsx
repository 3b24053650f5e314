import { Icon } from '@kit/ui/Icon'

const paths = {
  machines: 'M12 3l7.5 4.2v9.6L12 21l-7.5-4.2V7.2zM4.7 7.3L12 11.5l7.3-4.2M12 11.5V21M8 12.5v3M16 12.5v3',
  transactions: 'M7 4.5h10v15l-2-1.4-1.6 1.4-1.4-1.4-1.4 1.4L9 18.1l-2 1.4zM10 9h4M10 12.5h4',
  withdrawals: 'M12 15V4M7.5 8.5L12 4l4.5 4.5M5 14v5.5h14V14',
  nodes: 'M7.5 4.5h9l4 5.5L12 20 3.5 10zM3.5 10h17M9 10l3 10 3-10-3-5.5z',
  pool: 'M12 3.5a8.5 8.5 0 1 0 8.5 8.5H12zM15 3.6a8.5 8.5 0 0 1 5.4 5.4H15z',
  team: 'M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3.5 19c.5-3.2 2.7-4.8 5.5-4.8s5 1.6 5.5 4.8M15.5 5.4a3.2 3.2 0 0 1 0 5.8M17 14.6c1.9.6 3.1 2.1 3.5 4.4',
  invite: 'M8.5 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2.5 19.5c.6-3.4 3-5 6-5 2 0 3.7.7 4.8 2M18 11.5v7M14.5 15h7',
  orders: 'M5 8h14l-1 12H6zM9 8V7a3 3 0 0 1 6 0v1',
  news: 'M4.5 5h12v14h-10a2 2 0 0 1-2-2zM16.5 9h3v8a2 2 0 0 1-2 2M8 9h5M8 12.5h5M8 16h3',
  language: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c-5 5.3-5 11.7 0 17 5-5.3 5-11.7 0-17z',
  notices: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.2 2.2 0 0 0 4 0',
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.4 9.4a2.7 2.7 0 1 1 3.8 2.5c-.8.4-1.2.9-1.2 1.9M12 16.8h.01',
  data: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M12 11v6M9.5 14.5L12 17l2.5-2.5',
  limits: 'M12 3.5l7 2.8v5.2c0 4.4-2.9 7.5-7 9-4.1-1.5-7-4.6-7-9V6.3zM9 12h6',
  sessions: 'M4 5.5h16v10H4zM9 19.5h6M12 15.5v4',
} as const

export type MenuIconName = keyof typeof paths

/** The picture beside a line of the menu. */
export function MenuIcon({ name }: { name: MenuIconName }) {
  return <Icon path={paths[name]} width={1.5} />
}
