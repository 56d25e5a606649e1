// 今日 of invoices, books, agreements and the bank's files: found for whoever may act and never for the maker; each link
// leads to exactly the rows that were counted, with the act on them.
import { getAgreement, listAgreements } from '@yunshu/contract/agreement/agreement'
import type { Call } from '@yunshu/contract/call'
import { getInvoiceApp } from '@yunshu/contract/invoice/application'
import { listInputInvoices } from '@yunshu/contract/invoice/input'
import { getInvoice } from '@yunshu/contract/invoice/invoice'
import { listReds } from '@yunshu/contract/invoice/red'
import { getPayFile, listPayFileCandidates, listPayFiles } from '@yunshu/contract/payFile/payFile'
import { listReconItems } from '@yunshu/contract/recon/recon'
import { screens, type ScreenName } from '@yunshu/contract/screens/screens'
import { listToday, type TodayItem } from '@yunshu/contract/today'
import { getPeriod } from '@yunshu/contract/voucher/closing'
import { getPostingVersion } from '@yunshu/contract/voucher/posting'
import { getVoucher, listVouchers } from '@yunshu/contract/voucher/voucher'
import type { TodayKind } from '@yunshu/domain/today/today'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { addGoods, addSettlement, addWaybill } from '../../../../../tests/server/homeRows.ts'
import { plansOf } from '../../../../../tests/server/plans.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { q, type Tx } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { bankWork } from './bankWork.ts'
import { bookWork } from './bookWork.ts'
import { findToday } from './today.queries.ts'

const branch = demoCompanyId('branch1')
const shipper = demoCompanyId('shipper')
const carrier = demoCompanyId('carrier')
const maker = demoUserId('platform-finance')
const second = demoUserId('branch')
const later = 4_000_000_000_000
const day = 1_795_190_400_000

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

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const begin of [addInvoices, addBooks, addAgreements, addBank]) await server.db(begin)
})
afterAll(() => server.stop())

const kinds = { ...bookWork, ...bankWork }
const found = async (account: string): Promise<TodayItem[]> => {
  const { items, failed } = await (await server.login(account)).send(listToday, {})
  expect([account, failed]).toEqual([account, []])
  return items.filter(({ kind }) => kind in kinds)
}
const namesOf = (items: readonly TodayItem[]): Record<string, string[]> => {
  const of: Record<string, string[]> = {}
  for (const { kind, no } of items) (of[kind] ??= []).push(no)
  return Object.fromEntries(Object.entries(of).map(([kind, numbers]) => [kind, numbers.toSorted()]))
}

const all: Partial<Record<TodayKind, string[]>> = {
  reviewInvoice: ['KP-submitted'],
  issueInvoice: ['KP-approved'],
  deliverInvoice: ['KP-issued'],
  confirmInvoice: ['FP1'],
  judgeRed: ['HZ1', 'HZ3'],
  issueRed: ['HZ4'],
  confirmRed: ['HZ5'],
  checkInput: ['2 张'],
  tickInput: ['1 张'],
  auditVoucher: ['2 张'],
  postVoucher: ['1 张'],
  auditOpening: ['草6'],
  judgePosting: ['GZ1', 'GZ2'],
  closeMonth: ['202610'],
  signAgreement: ['2 份'],
  confirmPaper: ['HT3'],
  takeRecon: ['2026-11-20'],
  layRecon: ['1 笔差异'],
  unlayRecon: ['1 笔差异'],
  fileless: ['2 笔'],
  releaseFile: ['FK1'],
  takeAnswer: ['FK2'],
}

test('what waits is found for another person who may, with the end of the tax office’s time', async () => {
  const admin = await found('admin')
  expect(namesOf(admin)).toEqual(all)
  expect(
    Object.keys(kinds)
      .filter(kind => !(kind in all))
      .toSorted(),
  ).toEqual(['answerRed', 'postOpening'])
  expect(admin.find(({ no }) => no === 'HZ3')?.deadline).toBe(later)
  expect(admin.find(({ no }) => no === 'GZ1')?.deadline).toBe(later)
  expect(admin.find(({ kind }) => kind === 'signAgreement')?.deadline).toBe(later + 1)
  expect(admin.find(({ kind }) => kind === 'fileless')?.amount).toBeGreaterThan(0)
})

test('who began a thing does not see what only another may confirm', async () => {
  const own = namesOf(await found('platform-finance'))
  // what is anybody's, and what others began
  expect(own).toMatchObject({
    issueInvoice: ['KP-approved'],
    checkInput: ['1 张'],
    tickInput: ['1 张'],
    issueRed: ['HZ4'],
  })
  expect([own['auditVoucher'], own['postVoucher']]).toEqual([['1 张'], ['1 张']])
  for (const kind of [
    ...['reviewInvoice', 'confirmInvoice', 'judgeRed', 'confirmRed', 'auditOpening', 'judgePosting', 'confirmPaper'],
    ...['takeRecon', 'layRecon', 'unlayRecon', 'releaseFile', 'takeAnswer'],
  ])
    expect([kind, own[kind]]).toEqual([kind, undefined])
})

test('[PM-08] the other party finds its own answer alone, another branch and other companies nothing', async () => {
  const red = (await found('shipper-finance')).filter(({ kind }) => kind === 'answerRed')
  expect(red.map(({ no, deadline, whose }) => [no, deadline, whose])).toEqual([['HZ2', later, expect.any(String)]])
  expect(namesOf(await found('carrier'))).toEqual({ signAgreement: ['1 份'] })
  for (const account of ['branch2', 'shipper2', 'carrier2', 'shipper3-finance'])
    expect([account, await found(account)]).toEqual([account, []])
  // what is for all branches is the platform's to judge
  const seen = await asSystem(server.server.deps, ctx =>
    findToday({ ...ctx, actor: actorOfSide('branch'), can: () => true }, {}),
  )
  expect(namesOf(seen.items)['judgePosting']).toEqual(['GZ1'])
})

type Rows = readonly { readonly moves?: readonly string[] }[]
const lists: Partial<Record<ScreenName, Call>> = {
  QueryInvoiceRed: listReds,
  QueryInvoiceInput: listInputInvoices,
  VoucherList: listVouchers,
  ReconList: listReconItems,
  PayFileMake: listPayFileCandidates,
  PayFileList: listPayFiles,
  AgreementList: listAgreements,
}
/** Parts of an address beside the filter of its list. */
const beside = ['act', 'file', 'of', 'month']

test('each link of a list has exactly the rows that were counted', async () => {
  const seen: string[] = []
  for (const account of ['admin', 'platform-finance', 'branch', 'carrier', 'shipper-finance']) {
    const client = await server.login(account)
    for (const { kind, no, path } of await found(account)) {
      const url = new URL(path, 'http://x')
      const screen = Object.entries(screens).find(([, { path: at }]) => `/${at}` === url.pathname)?.[0] as ScreenName
      const call = lists[screen]
      if (call === undefined || kind === 'takeRecon') continue
      const raw = Object.fromEntries([...url.searchParams].filter(([name]) => !beside.includes(name)))
      const { data } = await client.ask(call, {}, { raw })
      const rows = (data as { rows: Rows }).rows
      const counted = / /.test(no) ? Number(no.split(' ')[0]) : 1
      expect([account, kind, rows.length]).toEqual([account, kind, counted])
      seen.push(kind)
    }
  }
  expect(new Set(seen)).toEqual(
    new Set([
      ...['answerRed', 'judgeRed', 'issueRed', 'confirmRed', 'checkInput', 'tickInput', 'auditVoucher', 'postVoucher'],
      ...['signAgreement', 'layRecon', 'unlayRecon', 'fileless', 'releaseFile'],
    ]),
  )
})

test('each link of a record opens it with the act on it', async () => {
  const admin = await server.login('admin')
  const at = new Map((await found('admin')).map(item => [`${item.kind} ${item.no}`, new URL(item.path, 'http://x')]))
  const last = (name: string): string => at.get(name)?.pathname.split('/').at(-1) ?? ''
  const app = await admin.send(getInvoiceApp, { id: last('reviewInvoice KP-submitted') })
  expect([app.appNo, at.get('reviewInvoice KP-submitted')?.searchParams.get('act')]).toEqual([
    'KP-submitted',
    'approve',
  ])
  expect(app.moves).toContain('approve')
  expect((await admin.send(getInvoiceApp, { id: last('issueInvoice KP-approved') })).moves).toContain('issue')
  expect((await admin.send(getInvoiceApp, { id: last('deliverInvoice KP-issued') })).moves).toContain('deliver')
  expect((await admin.send(getInvoice, { id: last('confirmInvoice FP1') })).moves).toContain('confirm')
  expect((await admin.send(getAgreement, { id: last('confirmPaper HT3') })).moves).toContain('confirmPaper')
  const answers = (await admin.send(getPayFile, { id: last('takeAnswer FK2') })).answers
  expect(answers.map(({ moves }) => moves)).toEqual([['apply', 'drop']])
  const of = at.get('judgePosting GZ1')?.searchParams.get('of') ?? ''
  expect((await admin.send(getPostingVersion, { id: of })).versionNo).toBe('GZ1')
  const month = Object.fromEntries(at.get('closeMonth 202610')?.searchParams ?? [])
  const own = { raw: { branchCompanyId: branch } }
  expect(month).toEqual({ branchId: branch, month: '202610' })
  expect((await admin.send(getPeriod, { branchId: branch, period: '202610' }, own)).isDue).toBe(true)
  const opening = at.get('auditOpening 草6')?.pathname.split('/') ?? []
  const voucher = await admin.send(getVoucher, { id: opening.at(-1) ?? '', branchId: branch }, own)
  expect([voucher.category, voucher.moves]).toEqual(['OPENING', expect.arrayContaining(['audit'])])
  const file = at.get('takeRecon 2026-11-20')?.searchParams
  expect([file?.get('branchId'), file?.get('from')]).toEqual([branch, String(day - 86_400_000)])
})

test('few that wait among many are read by an index of their own', async () => {
  const tables = ['invoices', 'red_confirms', 'input_invoices', 'vouchers', 'agreements', 'pay_files', 'pay_answers']
  for (const side of ['platform', 'branch'] as const) {
    const plans = await asSystem(server.server.deps, ctx => {
      const actor = { ...actorOfSide(side), isAdmin: true }
      return plansOf({ ...ctx, actor, can: () => true }, reader => findToday(reader, {}))
    })
    for (const table of [...tables, 'recon_files', 'posting_versions', 'invoice_apps', 'payments']) {
      const of = plans.filter(({ statement }) => statement.includes(`from ${table} `))
      const wrong = of.filter(({ lines }) => lines.some(line => line.includes(`Seq Scan on ${table} `)))
      expect([side, table, of.length > 0, wrong]).toEqual([side, table, true, []])
    }
  }
})
