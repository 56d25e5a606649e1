// Truth in one place: the tables of states, permits, problems, screens and labels agree with all that refers to them.
import * as account from '@yunshu/contract/session/account'
import * as acting from '@yunshu/contract/session/acting'
import * as audit from '@yunshu/contract/audit'
import * as exporting from '@yunshu/contract/exporting'
import * as claim from '@yunshu/contract/waybill/claim'
import * as backfill from '@yunshu/contract/waybill/backfill'
import * as company from '@yunshu/contract/company'
import * as relation from '@yunshu/contract/relation'
import * as fence from '@yunshu/contract/fence'
import * as driver from '@yunshu/contract/fleet/driver'
import * as goods from '@yunshu/contract/goods/goods'
import * as goodsChange from '@yunshu/contract/goods/change'
import * as home from '@yunshu/contract/home'
import * as importing from '@yunshu/contract/importing'
import * as message from '@yunshu/contract/message'
import * as paymentTask from '@yunshu/contract/settlement/paymentTask'
import * as payee from '@yunshu/contract/fleet/payee'
import * as policy from '@yunshu/contract/policy'
import * as release from '@yunshu/contract/task/release'
import * as session from '@yunshu/contract/session/session'
import * as share from '@yunshu/contract/share'
import * as settlement from '@yunshu/contract/settlement/settlement'
import * as staff from '@yunshu/contract/staff'
import * as specialLine from '@yunshu/contract/specialLine'
import * as task from '@yunshu/contract/task/task'
import { staleAfter } from '@yunshu/contract/topics'
import * as vehicle from '@yunshu/contract/fleet/vehicle'
import * as voucher from '@yunshu/contract/voucher'
import * as waybill from '@yunshu/contract/waybill/waybill'
import * as waybillDetails from '@yunshu/contract/waybill/details'
import * as waybillReceipt from '@yunshu/contract/waybill/receipt'
import * as waybillLife from '@yunshu/contract/waybill/life'
import type { Call } from '@yunshu/contract/call'
import { commonParams } from '@yunshu/contract/wire'
import { fieldLabels } from '@yunshu/contract/labels'
import { screens } from '@yunshu/contract/screens'
import { claimStates } from '@yunshu/domain/settlement/charges'
import { branchStates } from '@yunshu/domain/company/branch'
import { companyStates } from '@yunshu/domain/company/company'
import { exportStates } from '@yunshu/domain/exporting'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { goodsChangeStates } from '@yunshu/domain/goods/change'
import { importStates } from '@yunshu/domain/importing/importing'
import { paperStates } from '@yunshu/domain/fleet/paper'
import { payeeAuthStates } from '@yunshu/domain/fleet/payee'
import { permitKeys, roleTemplates } from '@yunshu/domain/permits'
import { problems } from '@yunshu/domain/problems'
import { paymentStates, settlementStates } from '@yunshu/domain/settlement/settlement'
import { specialTicketStates } from '@yunshu/domain/specialLine'
import { userStates } from '@yunshu/domain/account/staff'
import { stateKeys, type Machine } from '@yunshu/domain/states'
import { swapStates } from '@yunshu/domain/waybill/swap'
import { taskStates } from '@yunshu/domain/task/task'
import { voucherStates } from '@yunshu/domain/voucher/voucher'
import { receiptStates, waybillSettleStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { expect, test } from 'vitest'
import { allFiles, productFiles, textOf } from './sources.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'permit' in value && 'input' in value
const modules = {
  backfill,
  importing,
  audit,
  acting,
  account,
  company,
  exporting,
  goods,
  goodsChange,
  home,
  message,
  paymentTask,
  policy,
  relation,
  release,
  session,
  settlement,
  staff,
  task,
  driver,
  payee,
  vehicle,
  voucher,
  waybill,
  fence,
  share,
  claim,
  specialLine,
  waybillDetails,
  waybillReceipt,
  waybillLife,
}
const calls = Object.entries(modules).flatMap(([name, module]) =>
  Object.entries(module).flatMap(([key, value]) =>
    isCall(value) ? [{ name: `${name}.${key}`, key, call: value }] : [],
  ),
)
const machines: readonly Machine[] = [
  importStates,
  goodsStates,
  goodsChangeStates,
  taskStates,
  waybillStates,
  receiptStates,
  waybillSettleStates,
  settlementStates,
  paymentStates,
  voucherStates,
  paperStates,
  payeeAuthStates,
  userStates,
  companyStates,
  branchStates,
  exportStates,
  claimStates,
  swapStates,
  specialTicketStates,
]
const sql = allFiles
  .filter(file => /migrations\/.*\.sql$/.test(file))
  .map(textOf)
  .join('\n')

test('the SQL checks hold exactly the states of the tables', () => {
  const columns: readonly [Machine, string, string][] = [
    [goodsStates, 'goods', 'state'],
    [goodsChangeStates, 'goods_changes', 'state'],
    [taskStates, 'tasks', 'state'],
    [waybillStates, 'waybills', 'state'],
    [receiptStates, 'waybills', 'receipt_state'],
    [waybillSettleStates, 'waybills', 'settle_state'],
    [claimStates, 'waybill_claims', 'state'],
    [swapStates, 'waybill_swaps', 'state'],
    [specialTicketStates, 'special_tickets', 'state'],
    [settlementStates, 'settlements', 'state'],
    [paymentStates, 'payments', 'state'],
    [voucherStates, 'vouchers', 'state'],
    [paperStates, 'vehicles', 'paper'],
    [paperStates, 'drivers', 'paper'],
    [paperStates, 'payees', 'paper'],
    [payeeAuthStates, 'payee_auths', 'state'],
    [userStates, 'users', 'state'],
    [companyStates, 'companies', 'state'],
    [exportStates, 'exports', 'state'],
    [importStates, 'imports', 'state'],
  ]
  for (const [machine, table, column] of columns) {
    const body = new RegExp(`create table ${table} \\(([\\s\\S]*?)\\n\\)`).exec(sql)?.[1] ?? ''
    const listed = new RegExp(`\\b${column} text not null[^,]*?check \\(${column} in \\(([^)]*)\\)\\)`)
      .exec(body)?.[1]
      ?.split(',')
      .map(text => text.trim().replaceAll("'", ''))
    expect(listed, `${table}.${column}`).toEqual(stateKeys(machine))
  }
})

test('every state but the start can be reached, and final states have no way out', () => {
  for (const machine of machines) {
    const reached = new Set(Object.values(machine.moves).map(move => move.to))
    expect(
      stateKeys(machine).filter(state => state !== machine.start && !reached.has(state)),
      machine.name,
    ).toEqual([])
    expect(
      Object.entries(machine.moves)
        .filter(([, move]) =>
          move.from.some(from => machine.states[from]?.final && !(machine.name === 'task' && from === 'done')),
        )
        .map(([name]) => name),
      machine.name,
    ).toEqual([])
  }
})

test('every permit is used by a call, a screen, a move or a can(), and every role template names known permits', () => {
  const text = productFiles
    .filter(file => !file.endsWith('domain/src/permits.ts'))
    .map(textOf)
    .join('\n')
  expect(permitKeys.filter(permit => !text.includes(`'${permit}'`))).toEqual([])
  expect(
    Object.values(roleTemplates)
      .flatMap(roles => Object.values(roles).flat())
      .filter(permit => !permitKeys.includes(permit)),
  ).toEqual([])
})

test('every call is mounted by the server exactly once', () => {
  const text = productFiles
    .filter(file => /apps\/server\/.*\.routes\.ts$/.test(file))
    .map(textOf)
    .join('\n')
  const count = (key: string): number =>
    [...text.matchAll(new RegExp(`\\bon(?:Open|File|Direct|After)?\\(\\s*(?:\\w+\\.)?${key}\\b`, 'g'))].length
  expect(calls.length).toBeGreaterThan(30)
  expect(calls.filter(({ key }) => count(key) !== 1).map(({ name, key }) => `${name} ×${count(key)}`)).toEqual([])
})

test('no two calls share method and path', () => {
  const seen = calls.map(({ call }) => `${call.method} ${call.path}`)
  expect(seen.filter((at, i) => seen.indexOf(at) !== i)).toEqual([])
})

test('every read of goods, tasks, waybills, sheets, books and fleet is stale after some change', () => {
  const told = staleAfter('goods', 'task', 'waybill', 'settlement', 'voucher', 'vehicle', 'driver', 'payee')
  const reads = calls.filter(
    ({ name, call }) =>
      call.method === 'GET' && /^(?:goods|task|waybill|settlement|voucher|vehicle|driver|payee)\./.test(name),
  )
  expect(reads.length).toBeGreaterThan(15)
  expect(reads.filter(({ call }) => !told.includes(call)).map(({ name }) => name)).toEqual([])
})

test('no input field takes the name of a parameter that every call carries', () => {
  expect(
    calls.flatMap(({ name, call }) =>
      Object.keys(call.input._zod.def.shape)
        .filter(field => commonParams.some(common => common === field))
        .map(field => `${name}.${field}`),
    ),
  ).toEqual([])
})

test('every input field has its Chinese name', () => {
  expect(
    calls.flatMap(({ name, call }) =>
      Object.keys(call.input._zod.def.shape)
        .filter(field => !fieldLabels[field])
        .map(field => `${name}.${field}`),
    ),
  ).toEqual([])
})

test('problem codes are unique, and only the session has negative ones', () => {
  const codes = Object.values(problems).map(row => row.code)
  expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([])
  expect(Object.entries(problems).filter(([name, row]) => row.code < 0 && !name.startsWith('session.'))).toEqual([])
})

test('docs/problems.md lists exactly the problems', () => {
  const listed = [...textOf('docs/problems.md').matchAll(/^\| `([\w.]+)` \| (-?\d+) \| (\d+) \| (.*) \|$/gm)].map(
    ([, name, code, http, text]) => [name, Number(code), Number(http), text],
  )
  expect(listed).toEqual(Object.entries(problems).map(([name, row]) => [name, row.code, row.http, row.text]))
})

test('every screen has its page', () => {
  const pages = new Set(
    productFiles
      .filter(file => /apps\/web\/src\/features\/.*Page\.tsx$/.test(file))
      .map(file => /([^/]+)Page\.tsx$/.exec(file)?.[1]),
  )
  expect(Object.keys(screens).filter(name => !pages.has(name === 'index' ? 'Home' : name))).toEqual([])
})
