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
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOfSide } from '../../../../../tests/server/actorOfSide.ts'
import { beginBookWork, branch, day, later } from '../../../../../tests/server/bookWorkRows.ts'
import { plansOf } from '../../../../../tests/server/plans.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { asSystem } from '../../work/system.ts'
import { bankWork } from './bankWork.ts'
import { bookWork } from './bookWork.ts'
import { findToday } from './today.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.db(beginBookWork)
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
  closeMonth: ['2026年10月'],
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
  ).toEqual(['answerRed', 'owedInvoice', 'postOpening', 'unsignedLoad'])
  expect(admin.find(({ no }) => no === 'HZ3')?.deadline).toBe(later)
  expect(admin.find(({ no }) => no === 'GZ1')?.deadline).toBe(later)
  expect(admin.find(({ kind }) => kind === 'signAgreement')?.deadline).toBe(later + 1)
  expect(admin.find(({ kind }) => kind === 'fileless')?.amount).toBeGreaterThan(0)
})

test('who began a thing does not see what only another may confirm', async () => {
  const own = namesOf(await found('platform-finance'))
  // work that is anybody's, and work others began
  expect(own).toMatchObject({
    issueInvoice: ['KP-approved'],
    checkInput: ['1 张'],
    tickInput: ['1 张'],
    issueRed: ['HZ4'],
  })
  expect([own['auditVoucher'], own['postVoucher']]).toEqual([['1 张'], ['1 张']])
  for (const kind of [
    'reviewInvoice',
    'confirmInvoice',
    'judgeRed',
    'confirmRed',
    'auditOpening',
    'judgePosting',
    'confirmPaper',
    'takeRecon',
    'layRecon',
    'unlayRecon',
    'releaseFile',
    'takeAnswer',
  ])
    expect([kind, own[kind]]).toEqual([kind, undefined])
})

test('[PM-08] the other party finds its own answer alone, another branch and other companies nothing', async () => {
  const red = (await found('shipper-finance')).filter(({ kind }) => kind === 'answerRed')
  expect(red.map(({ no, deadline, whose }) => [no, deadline, whose])).toEqual([['HZ2', later, expect.any(String)]])
  expect(namesOf(await found('carrier'))).toEqual({ signAgreement: ['1 份'] })
  for (const account of ['branch2', 'shipper2', 'carrier2', 'shipper3-finance'])
    expect([account, await found(account)]).toEqual([account, []])
  // rules for all branches are the platform's to judge
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
      'answerRed',
      'judgeRed',
      'issueRed',
      'confirmRed',
      'checkInput',
      'tickInput',
      'auditVoucher',
      'postVoucher',
      'signAgreement',
      'layRecon',
      'unlayRecon',
      'fileless',
      'releaseFile',
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
  const of = at.get('judgePosting GZ1')?.searchParams.get('id') ?? ''
  expect((await admin.send(getPostingVersion, { id: of })).versionNo).toBe('GZ1')
  const month = Object.fromEntries(at.get('closeMonth 2026年10月')?.searchParams ?? [])
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
