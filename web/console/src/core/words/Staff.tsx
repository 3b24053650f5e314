interface StaffProps {
  /** As the operators' list calls the person; empty for who is not on it. */
  name: string
  id: string
  address?: string
}

/** Whoever of the operators it was: the name, and what stands in the books beside it. */
export function Staff({ name, id, address = '' }: StaffProps) {
  return (
    <span translate="no">
      {name}
      <span className={`break-all ${name === '' ? '' : 'block text-13 text-muted'}`}>{[id, address].filter((part) => part !== '').join(' ')}</span>
    </span>
  )
}
