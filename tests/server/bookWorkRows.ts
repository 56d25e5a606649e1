// Rows of invoices, books, agreements and the bank's files in each state that waits for a person, written straight into the tables.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { demoCompanyId, demoUserId } from '../../apps/server/demo/people.ts'
import { q, type Tx } from '../../apps/server/src/db/tx.ts'
import { addGoods, addSettlement, addWaybill } from './homeRows.ts'

/** The branch all of them are of. */
export const branch = demoCompanyId('branch1')
const shipper = demoCompanyId('shipper')
const carrier = demoCompanyId('carrier')
const maker = demoUserId('platform-finance')
const second = demoUserId('branch')
/** An end far ahead. */
export const later = 4_000_000_000_000
/** The day they were made. */
export const day = 1_795_190_400_000

/** A row as given, with the columns every record has. */
const add = (tx: Tx, table: string, row: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const full = { id: randomUUID(), created_at: day, updated_at: day, ...row }
  return tx.run(
    sql`insert into ${sql.table(table)} (${sql.join(Object.keys(full).map(key => sql.ref(key)))}) overriding system value
      values (${sql.join(Object.values(full))})`.compile(q),
  )
}
const made = { maker_id: maker, maker_name: '制单人' }
const money = { gross_fen: 109, tax_fen: 9 }

const title = JSON.stringify({ name: '抬头', taxNo: '91', kind: '81' })
async function addInvoices(tx: Tx): Promise<void> {
  const app = { shipper_id: shipper, branch_id: branch, title, title_name: '抬头', tax_no: '91', kind: '81' }
  const ids = new Map<string, string>()
  for (const state of ['submitted', 'approved', 'issuing', 'issued'] as const) {
    const id = randomUUID()
    ids.set(state, id)
    const reviewed = state === 'submitted' ? {} : { reviewer_id: second }
    const rest = { split_by: 'NONE', waybills: 1, invoices: 1, ...money, ...made, ...reviewed }
    await add(tx, 'invoice_apps', { ...app, id, app_no: `KP-${state}`, state, ...rest })
  }
  const invoice = { shipper_id: shipper, branch_id: branch, kind: '81', title_name: '抬头', tax_no: '91', vat_bp: 900 }
  const invoices: string[] = []
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const id = randomUUID()
    invoices.push(id)
    const of =
      n === 1
        ? {
            app_id: ids.get('issuing'),
            state: 'recorded',
            record: 'ISSUED',
            recorder_id: maker,
            recorder_name: '登记人',
          }
        : { app_id: ids.get('issued'), state: 'issued', invoice_no: `2600000000000000000${n}`, issued_at: day }
    await add(tx, 'invoices', { ...invoice, id, serial_no: `FP${n}`, n, lines: 1, ...money, ...of })
  }
  for (const [n, state, issue] of [
    [1, 'asking', 'waiting'],
    [2, 'sellerAsked', 'waiting'],
    [3, 'buyerAsked', 'waiting'],
    [4, 'agreed', 'waiting'],
    [5, 'agreed', 'recorded'],
  ] as const)
    await add(tx, 'red_confirms', {
      confirm_no: `HZ${n}`,
      state,
      issue_state: issue,
      invoice_id: invoices[n],
      shipper_id: shipper,
      branch_id: branch,
      side: 'SELLER',
      reason_code: '01',
      is_used: n !== 1,
      ...money,
      ...made,
      deadline_at: state === 'sellerAsked' || state === 'buyerAsked' ? later : null,
      ...(issue === 'recorded' ? { red_no: '99', red_at: day, recorder_id: maker, recorder_name: '登记人' } : {}),
    })
  const input = { source: 'HAND', seller_name: '销方', seller_tax_no: '92', buyer_name: '购方', buyer_tax_no: '93' }
  for (const [n, state, who, kind] of [
    [1, 'uploaded', maker, 'SPECIAL'],
    [2, 'uploaded', maker, 'ORDINARY'],
    [3, 'uploaded', demoUserId('admin'), 'SPECIAL'],
    [4, 'verified', maker, 'SPECIAL'],
    [5, 'verified', maker, 'ORDINARY'],
  ] as const)
    await add(tx, 'input_invoices', {
      state,
      ...input,
      invoice_no: `1000000${n}`,
      issued_at: day,
      ...money,
      carrier_id: carrier,
      branch_id: branch,
      kind,
      maker_id: who,
      maker_name: '上传人',
    })
}

async function addBooks(tx: Tx): Promise<void> {
  const line = (account: string, debit: number, credit: number) => ({ summary: '摘要', account, debit, credit })
  const lines = JSON.stringify([line('6602', 100, 0), line('1002.01', 0, 100)])
  for (const [n, state, who, category] of [
    [1, 'draft', maker, null],
    [2, 'draft', maker, null],
    [3, 'draft', demoUserId('admin'), null],
    [4, 'audited', maker, null],
    [5, 'audited', demoUserId('admin'), null],
    [6, 'draft', maker, 'OPENING'],
  ] as const)
    await add(tx, 'vouchers', {
      voucher_no: `草${n}`,
      kind: category ? 'OTHER' : 'ACCOUNTING',
      state,
      branch_id: branch,
      period: '202611',
      date: day,
      summary: '摘要',
      counterparty: '',
      amount_fen: 100,
      maker_id: who,
      maker_name: '制单人',
      category,
      draft_lines: lines,
      ...(state === 'audited' ? { auditor_id: second, auditor_name: '审核人' } : {}),
    })
  const rule = { state: 'asked', valid_from: later, service_codes: sql`'{}'::text[]`, note: '说明' }
  await add(tx, 'posting_versions', { version_no: 'GZ1', ...rule, branch_id: branch, ...made })
  await add(tx, 'posting_versions', { version_no: 'GZ2', ...rule, branch_id: null, ...made })
  await tx.run(sql`insert into periods (branch_id, period) values (${branch}, '202610')`.compile(q))
}

async function addAgreements(tx: Tx): Promise<void> {
  const template = (
    await tx.rows<{ id: string }>(sql<{ id: string }>`select id from agreement_templates`.compile(q))
  )[0]
  const parties = { shipper: 'shipper', carrier: 'carrier', branch: 'branch1' }
  const goods = { id: await addGoods(tx, parties, 'HY1'), no: 'HY1' }
  for (const [n, state] of [
    [1, 'signing'],
    [2, 'signing'],
    [3, 'paper'],
  ] as const) {
    const id = randomUUID()
    const waybill = await addWaybill(tx, parties, goods, `YD${n}`, `冀A1000${n}`, { state: 'signed' })
    await add(tx, 'agreements', {
      id,
      agreement_no: `HT${n}`,
      kind: 'CARRY',
      state,
      title: '承运合同',
      template_id: template?.id,
      template_name: '模板',
      template_body: '',
      known: '{}',
      fills: '{}',
      body: '',
      sha256: 'x',
      ...made,
      branch_id: branch,
      carrier_id: carrier,
      waybill_id: waybill,
      ...(state === 'paper'
        ? { method: 'PAPER', filer_id: maker, filer_name: '上传人' }
        : { method: 'SEAL', task_no: `T${n}`, until_at: later + n }),
    })
    for (const [role, company] of [
      ['HOUSE', branch],
      ['CARRIER', carrier],
    ] as const)
      await tx.run(
        sql`insert into agreement_parties (agreement_id, role, company_id, credit_no, name, signature)
          values (${id}, ${role}, ${company}, '91', '名称', ${role === 'CARRIER' && n === 2 ? 'signed' : 'waiting'})`.compile(
          q,
        ),
      )
  }
}

async function addBank(tx: Tx): Promise<void> {
  const parties = { shipper: 'shipper', carrier: 'carrier', branch: 'branch1' }
  for (const n of [1, 2]) {
    await addSettlement(tx, parties, `JS${n}`, 'paying', 'created')
    await tx.run(sql`update payments set channel = 'FILE' where state = 'created'`.compile(q))
  }
  const template = (await tx.rows<{ id: string }>(sql<{ id: string }>`select id from pay_templates`.compile(q)))[0]
  const file = { branch_id: branch, template_id: template?.id, content: Buffer.from('x'), sha256: 'x', lines: 1 }
  const released = randomUUID()
  await add(tx, 'pay_files', { file_no: 'FK1', state: 'made', name: 'a.csv', ...file, amount_fen: 100, ...made })
  await add(tx, 'pay_files', {
    id: released,
    file_no: 'FK2',
    state: 'released',
    name: 'b.csv',
    ...file,
    amount_fen: 100,
    ...made,
    releaser_id: second,
    releaser_name: '放行人',
    released_at: day,
  })
  await add(tx, 'pay_answers', {
    file_id: released,
    branch_id: branch,
    state: 'read',
    name: 'c.csv',
    sha256: 'y',
    rows: '[]',
    rows_n: 1,
    good_n: 1,
    ...made,
  })
  const recon = { branch_id: branch, channel: 'SIM', sha256: 'x', lines: 2, income_fen: 200, outgo_fen: 0 }
  const sums = { opening_fen: 0, closing_fen: 200, ...made }
  await add(tx, 'recon_files', { ...recon, day: day - 86_400_000, name: 'r.csv', state: 'read', ...sums })
  const taken = randomUUID()
  await add(tx, 'recon_files', {
    ...recon,
    ...sums,
    id: taken,
    day,
    name: 't.csv',
    state: 'taken',
    sha256: 'z',
    checker_id: second,
  })
  for (const [n, state] of [
    [1, 'asked'],
    [2, 'undoing'],
  ] as const) {
    const laying = randomUUID()
    await add(tx, 'recon_layings', {
      id: laying,
      branch_id: branch,
      state,
      line_ids: [randomUUID()],
      trade_ids: [randomUUID(), randomUUID()],
      amount_fen: 100,
      last_at: day,
      reason: '合并',
      asker_id: maker,
      asker_name: '申请人',
      ...(state === 'undoing' ? { checker_id: second, undo_asker_id: maker, undo_asker_name: '申请人' } : {}),
    })
    const line = randomUUID()
    await tx.run(
      sql`insert into recon_lines (id, file_id, branch_id, day, n, serial, direction, amount_fen, at)
        values (${line}, ${taken}, ${branch}, ${day}, ${n}, ${`LS${n}`}, 'IN', 100, ${day})`.compile(q),
    )
    await add(tx, 'recon_items', {
      branch_id: branch,
      day,
      kind: 'THEIRS_ONLY',
      state: state === 'asked' ? 'open' : 'matched',
      line_id: line,
      laying_id: laying,
    })
  }
}

/** All of them; 财务 of the platform began what another has to look at. */
export async function beginBookWork(tx: Tx): Promise<void> {
  for (const begin of [addInvoices, addBooks, addAgreements, addBank]) await begin(tx)
}
