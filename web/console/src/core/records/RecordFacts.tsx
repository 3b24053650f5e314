import { Fact } from '../frame/Panel'
import { FieldOf } from './FieldOf'
import type { Shape } from './Shown'
import { useWords } from '../words/useWords'

interface RecordFactsProps<R extends object> {
  record: R
  shape: Shape<R>
}

/** The fields of a record, a line each. */
export function RecordFacts<R extends object>({ record, shape }: RecordFactsProps<R>) {
  const { label } = useWords()
  return shape.map(([name, look]) => (
    <Fact key={name} name={label(name)}>
      <FieldOf record={record} name={name} look={look} />
    </Fact>
  ))
}
