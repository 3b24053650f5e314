/** A key of the keyboard, as hints name it. */
export function Key({ name }: { name: string }) {
  return <kbd className="inline-flex min-w-5 items-center justify-center rounded-chip border border-edge px-1 font-sans text-11 max-md:hidden">{name}</kbd>
}
