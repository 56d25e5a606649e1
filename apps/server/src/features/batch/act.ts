// An act of a batch: the call whose rules each row follows, and the work done with the row as it was chosen.
import type { Call } from '@yunshu/contract/call'
import type { PayChannel } from '@yunshu/domain/settlement/settlement'
import type { Ctx } from '../../work/ctx.ts'

/** A record as it was chosen. */
export interface Chosen {
  readonly record_no: string
  readonly record_version: number
  readonly record_id: string
  readonly amount_fen: number | null
  readonly branch_id: string | null
  readonly batch_id: string
  readonly place: number
}

/** Choices made for the whole batch. */
interface Chose {
  readonly channel: PayChannel
  readonly period: string
}

export interface Act {
  /** A person without its permit, on a side it is not for, runs no row of it. */
  readonly call: Call
  readonly run: (ctx: Ctx, row: Chosen, chose: Chose) => Promise<unknown>
}
