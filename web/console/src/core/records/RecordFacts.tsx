import { Fact } from '../frame/Panel'
import { Shown, type Shape } from './Shown'
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
      <Shown value={record[name]} look={look} currency={currencyOf(record)} />
    </Fact>
  ))
}

/** The currency of a record's amounts, where it names one. */
export function currencyOf(record: object): string | undefined {
  return 'currency' in record && typeof record.currency === 'string' ? record.currency : undefined
}
