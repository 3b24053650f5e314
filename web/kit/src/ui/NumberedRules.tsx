/** Rules or steps in their order, each with its number. */
export function NumberedRules({ rules }: { rules: readonly string[] }) {
  return (
    <ol className="divide-y divide-line rounded-card border border-line">
      {rules.map((rule, index) => (
        <li key={rule} className="flex gap-3 p-4 text-15">
          <span aria-hidden className="fig flex size-7 shrink-0 items-center justify-center rounded-full border border-line text-13 text-brass-ink">
            {index + 1}
          </span>
          <span className="min-w-0 break-words">{rule}</span>
        </li>
      ))}
    </ol>
  )
}
