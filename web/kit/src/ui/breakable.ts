/** For what stands around a figure: lets it break where it is wider than its place, as on a small phone with doubled text. */
export const breakable = 'min-w-0 max-w-full [&_.fig]:break-words [&_.fig]:whitespace-normal'
