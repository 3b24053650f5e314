import type { Body, Data, Row } from '@console/contract/contract'

export type Withdrawal = Row<'withdrawals/list'>
export type Dossier = Data<'withdrawals/detail'>
export type RejectionCode = Body<'withdrawals/reject'>['code']
