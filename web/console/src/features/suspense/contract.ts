import type { Row, Schemas } from '@console/contract/contract'

export type Deposit = Row<'suspense/list'>
export type Found = Schemas['PeopleRow']
