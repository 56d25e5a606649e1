// The acts of batches on the server: the call whose rules each row follows, and the command that carries it out.
import { makeStatement } from '@yunshu/contract/statement/statement'
import { approveSettlement, paySettlement, submitSettlement } from '@yunshu/contract/settlement/settlement'
import { urgeWaybill } from '@yunshu/contract/waybill/life'
import { auditReceipt } from '@yunshu/contract/waybill/receipt'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import type { BatchAct } from '@yunshu/domain/batch'
import { fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { q } from '../../db/tx.ts'
import { paySettlement as pay } from '../settlement/payment.commands.ts'
import { approveSettlement as approve, submitSettlement as submit } from '../settlement/settlement.commands.ts'
import { makeStatement as state } from '../statement/make.commands.ts'
import { hourOfDay } from '../waybill/batchWaybills.queries.ts'
import { assertLooked } from '../waybill/look.commands.ts'
import { auditReceipt as audit } from '../waybill/receipt.commands.ts'
import { urgeWaybill as urge } from '../waybill/urge.commands.ts'
import { moveWaybill as step } from '../waybill/waybill.commands.ts'
import type { Act, Chosen } from './act.ts'
import { bookActs } from './bookActs.ts'

const seen = ({ record_no: settlementNum, record_version: version }: Chosen) => ({ settlementNum, version })

const asSeen = ({ record_id: id, record_version: version }: Chosen) => ({ id, version })

export const acts: Readonly<Record<BatchAct, Act>> = {
  ...bookActs,
  submit: { call: submitSettlement, run: (ctx, row) => submit(ctx, seen(row)) },
  approve: {
    call: approveSettlement,
    run: (ctx, row) => approve(ctx, { ...seen(row), expectDue: fen(row.amount_fen ?? 0) }),
  },
  pay: {
    call: paySettlement,
    run: (ctx, row, { channel }) => pay(ctx, { ...seen(row), expectDue: fen(row.amount_fen ?? 0), channel }),
  },
  // a signature or a verdict is about the record that was seen: a changed record is refused, and skipped
  sign: { call: moveWaybill, run: (ctx, row) => step(ctx, { ...asSeen(row), move: 'sign' }) },
  passReceipt: {
    call: auditReceipt,
    run: async (ctx, row) => {
      await assertLooked(ctx, row.record_id)
      return audit(ctx, { ...asSeen(row), move: 'confirm' })
    },
  },
  // nothing is fixed by it: it is done for the turn of the moment, whatever changed
  urge: {
    call: urgeWaybill,
    run: async (ctx, { record_id: id }) => {
      const { isNew, by, at } = await urge(ctx, { id })
      if (!isNew) throw new Problem('waybill.urged', { by, at: hourOfDay(at) })
    },
  },
  // the row is the shipper until then, and its statement from then on
  makeStatement: {
    call: makeStatement,
    run: async (ctx, { batch_id, place, record_id: shipperId, branch_id }, { period }) => {
      const made = await state(ctx, { shipperId, period, ...(branch_id === null ? {} : { branchId: branch_id }) })
      await ctx.tx.run(
        q
          .updateTable('batch_rows')
          .set({ record_id: made.id, record_no: made.statementNo, record_version: made.version })
          .where('batch_id', '=', batch_id)
          .where('place', '=', place),
      )
    },
  },
}
