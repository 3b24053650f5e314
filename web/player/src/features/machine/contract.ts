import type { Data, Params, Row } from '@kit/api/contract'

/** A machine for sale with what it means for this user. Network figures are null before the first closed day. */
export type MachineOffer = Data<'/api/miner/detail'>

/** What a quantity costs this user, with the repurchase credit taken into account. */
export type MachineQuote = MachineOffer['quotes'][number]

/** A machine of mine. */
export type MyMachine = Row<'/api/miner/findMyList'>
export type MachineStatus = MyMachine['status']

/** A machine of mine with its history, oldest first. */
export type MyMachineDetail = Data<'/api/miner/myDetail'>
export type HistoryStep = MyMachineDetail['history'][number]

/** Sums over my machines. The rate is null before the first closed day. */
export type MachineStatistics = Data<'/api/miner/minerStatistics'>
export type StatisticsDay = MachineStatistics['calendar'][number]

/** One payment of a machine; the inputs of its formula are those of its kind, the other is null. */
export type IncomeRow = Row<'/api/miner/income'>

/** What a purchase asks for. */
export type MachinePurchase = Omit<Params<'/api/miner/purchaseMiner'>, 'requestId' | 'quantity' | 'startNow'> & { quantity: number; startNow: boolean }
