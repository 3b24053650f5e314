import { personNameOf } from '../person/Person'
import { Shown, type Look } from './Shown'

interface FieldOfProps<R extends object> {
  record: R
  name: keyof R & string
  look: Look
}

/** A field of a record, with what the record has beside it: the currency of an amount, the name of a person. */
export function FieldOf<R extends object>({ record, name, look }: FieldOfProps<R>) {
  return <Shown value={record[name]} look={look} currency={currencyOf(record)} personName={personNameOf(record, name)} />
}

/** The currency of a record's amounts, where it names one. */
function currencyOf(record: object): string | undefined {
  return 'currency' in record && typeof record.currency === 'string' ? record.currency : undefined
}
