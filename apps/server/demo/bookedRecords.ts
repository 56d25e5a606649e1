// Records of the demo as its books see them: signed waybills, sheets and payments.
import type { Fen } from '@yunshu/domain/figures/money'
import type { Someone } from './history.ts'

/** A signed waybill as the books see it. */
export interface SignedWaybill {
  readonly id: string
  readonly waybillNo: string
  readonly shipperId: string
  readonly carrierId: string
  readonly branchId: string
  readonly shipperFreight: Fen
  readonly carrierFreight: Fen
  /** The parts the carrier's freight falls due in. */
  readonly parts: readonly { readonly id: string; readonly freight: Fen }[]
}
export interface BookedSheet {
  readonly id: string
  readonly settlementNum: string
  readonly shipperId: string
  readonly carrierId: string
  readonly branchId: string
  readonly maker: Someone
  readonly carried: { readonly in: Fen; readonly out: Fen }
  readonly lines: readonly {
    readonly waybillId: string
    readonly partId: string
    readonly payable: Fen
    readonly oil: Fen
  }[]
}
export interface BookedPayment {
  readonly id: string
  readonly taskNo: string
  readonly sheet: BookedSheet
  readonly amount: Fen
}
