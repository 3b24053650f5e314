/** A text of which no line ends within a setting such as --verify. */
export function Settings({ of: said }: { of: string }) {
  return said.split(/(--[a-z][a-z0-9-]*)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}
