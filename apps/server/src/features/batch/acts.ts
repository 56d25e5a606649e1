// The acts of batches on the server: the call whose rules each row follows, and the command that carries it out.
import { approveSettlement, paySettlement, submitSettlement } from '@yunshu/contract/settlement/settlement'
import type { Call } from '@yunshu/contract/call'
import type { BatchAct } from '@yunshu/domain/batch'
import { fen } from '@yunshu/domain/figures/money'
import type { PayChannel } from '@yunshu/domain/settlement/settlement'
import type { Ctx } from '../../work/ctx.ts'
import { paySettlement as pay } from '../settlement/payment.commands.ts'
import { approveSettlement as approve, submitSettlement as submit } from '../settlement/settlement.commands.ts'

/** A record as it was chosen. */
interface Chosen {
  readonly record_no: string
  readonly record_version: number
  readonly amount_fen: number
}

interface Act {
  /** A person without its permit, on a side it is not for, runs no row of it. */
  readonly call: Call
  readonly run: (ctx: Ctx, row: Chosen, channel: PayChannel) => Promise<unknown>
}

const seen = ({ record_no: settlementNum, record_version: version }: Chosen) => ({ settlementNum, version })

export const acts: Readonly<Record<BatchAct, Act>> = {
  submit: { call: submitSettlement, run: (ctx, row) => submit(ctx, seen(row)) },
  approve: {
    call: approveSettlement,
    run: (ctx, row) => approve(ctx, { ...seen(row), expectDue: fen(row.amount_fen) }),
  },
  pay: {
    call: paySettlement,
    run: (ctx, row, channel) => pay(ctx, { ...seen(row), expectDue: fen(row.amount_fen), channel }),
  },
}
