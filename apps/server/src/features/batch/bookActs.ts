// The acts of batches on records of the books and on agreements: the call whose rules each row follows, and the command that carries it out.
import { moveAgreement } from '@yunshu/contract/agreement/agreement'
import { deliverInvoiceApp } from '@yunshu/contract/invoice/application'
import { moveInputInvoice } from '@yunshu/contract/invoice/input'
import { moveStatement } from '@yunshu/contract/statement/statement'
import { moveVoucher } from '@yunshu/contract/voucher/manual'
import type { RecordBatchAct } from '@yunshu/domain/batch'
import { Problem } from '@yunshu/domain/problems/problems'
import { stepAgreement } from '../agreement/agreement.commands.ts'
import { deliverApp } from '../invoice/application.commands.ts'
import { mailOfApp } from '../invoice/batchInvoices.queries.ts'
import { stepInput } from '../invoice/input.commands.ts'
import { stepStatement } from '../statement/statement.commands.ts'
import { moveVoucher as stepVoucher } from '../voucher/manual.commands.ts'
import type { Act, Chosen } from './act.ts'

const asSeen = ({ record_id: id, record_version: version }: Chosen) => ({ id, version })

/** Each is about the record that was seen: a changed one is refused, and skipped. */
export const bookActs: Readonly<Record<RecordBatchAct, Act>> = {
  auditVoucher: { call: moveVoucher, run: (ctx, row) => stepVoucher(ctx, { ...asSeen(row), move: 'audit' }) },
  postVoucher: { call: moveVoucher, run: (ctx, row) => stepVoucher(ctx, { ...asSeen(row), move: 'post' }) },
  verifyInput: { call: moveInputInvoice, run: (ctx, row) => stepInput(ctx, { ...asSeen(row), move: 'verify' }) },
  tickInput: {
    call: moveInputInvoice,
    run: (ctx, row, { period }) => stepInput(ctx, { ...asSeen(row), move: 'tick', period }),
  },
  deliverApp: {
    call: deliverInvoiceApp,
    run: async (ctx, row) => {
      const deliveredTo = await mailOfApp(ctx, row.record_id)
      if (deliveredTo === '') throw new Problem('invoice.noMail')
      return deliverApp(ctx, { ...asSeen(row), deliveredTo })
    },
  },
  sendStatement: { call: moveStatement, run: (ctx, row) => stepStatement(ctx, { ...asSeen(row), move: 'send' }) },
  sendAgreement: { call: moveAgreement, run: (ctx, row) => stepAgreement(ctx, { ...asSeen(row), move: 'send' }) },
}
