// The ground of tests about a bank's words: a sheet whose payment is under way, the true notice of its end, and its
// delivery.
import { getSettlement, paySettlement } from '@yunshu/contract/settlement/settlement'
import { printYuan } from '@yunshu/domain/figures/money'
import { q } from '../../apps/server/src/db/tx.ts'
import { noticeSecret, signNotice, type PaymentNotice } from '../../apps/server/src/partners/notice.ts'
import { sheetOf, sheetWhen, signedWaybill, type People } from './settlementWorld.ts'
import type { TestServer } from './testServer.ts'

const hourMs = 3_600_000

/**
 * A sheet whose payment the bank is still working on, and the true notice of its end; of these waybills, or of one made
 * for it.
 */
export async function waitingSheet(server: TestServer, people: People, waybillIds?: string[]) {
  const sheet = await sheetOf(people, waybillIds ?? [(await signedWaybill(server)).id], 'approved')
  await people.finance.send(paySettlement, {
    settlementNum: sheet.settlementNum,
    version: sheet.version,
    expectDue: sheet.due,
    channel: 'SIM',
  })
  await sheetWhen(people.finance, sheet.settlementNum, ({ payments }) => payments[0]?.state === 'sent')
  const order = await server.db(async tx => {
    for (;;) {
      const found = await tx.first(
        q
          .selectFrom('sim_orders as o')
          .innerJoin('payments as p', 'p.idem_key', 'o.idem_key')
          // its first answer is on its way until it has a verdict, and would meet whatever a test does to the payment
          .innerJoin('channel_facts as f', 'f.order_key', 'o.idem_key')
          .select(['o.idem_key', 'o.bank_serial'])
          .where('p.settlement_id', '=', sheet.id)
          .where('f.verdict', 'is not', null),
      )
      if (found) return found
    }
  })
  await server.db(tx =>
    tx.run(
      q
        .updateTable('sim_orders')
        .set({ notice_at: Date.now() + hourMs })
        .where('idem_key', '=', order.idem_key),
    ),
  )
  const notice: PaymentNotice = {
    eventId: `event-${order.idem_key}`,
    merchant: 'YUNSHU',
    orderNo: order.idem_key,
    currency: 'CNY',
    amount: printYuan(sheet.due),
    result: 'success',
    bankSerial: order.bank_serial,
  }
  return {
    sheet,
    notice,
    state: async () => (await people.finance.send(getSettlement, { settlementNum: sheet.settlementNum })).state,
  }
}

/** Tells the server a notice, given as it is or as text, as the bank would, or as somebody who would like to be the bank. */
export async function deliverNotice(
  server: TestServer,
  notice: object | string,
  change: { secret?: string; at?: number; signature?: string; type?: string; after?: (body: Buffer) => Buffer } = {},
): Promise<number> {
  const body = Buffer.from(typeof notice === 'string' ? notice : JSON.stringify(notice))
  const timestamp = String(change.at ?? Date.now())
  const signature =
    change.signature ?? signNotice(change.secret ?? noticeSecret(server.server.deps.fileSecret, 'SIM'), timestamp, body)
  const sent = change.after?.(body) ?? body
  const response = await fetch(`${server.url}/partners/sim/notice`, {
    method: 'POST',
    headers: { 'Content-Type': change.type ?? 'application/json', 'X-Timestamp': timestamp, 'X-Signature': signature },
    body: new Uint8Array(sent),
  })
  return response.status
}
