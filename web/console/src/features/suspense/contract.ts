import type { Row } from '@console/contract/contract'

export type Deposit = Row<'suspense/list'>
