const parts = ['everything', 'sales', 'withdrawals', 'payouts', 'swap', 'sell', 'game', 'crediting'] as const

/** What of the platform is stopped and goes on by itself. */
export type Part = (typeof parts)[number]

export function isPart(name: string): name is Part {
  return (parts as readonly string[]).includes(name)
}

/** The parts that a text of the server lists. */
export function partsOf(text: string): Part[] {
  return text.split(', ').filter(isPart)
}
