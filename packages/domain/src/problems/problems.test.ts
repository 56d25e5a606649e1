// The table of refusals: its codes, its texts, and what has to be said of each.
import { expect, expectTypeOf, test } from 'vitest'
import {
  faultWords,
  Problem,
  problemOf,
  problems,
  problemText,
  type Fault,
  type PlainProblem,
  type ProblemDetail,
} from './problems.ts'
import { batchProblems } from './batch.ts'
import { companyProblems } from './company.ts'
import { creditProblems } from './credit.ts'
import { debtProblems } from './debt.ts'
import { depositProblems } from './deposit.ts'
import { fenceProblems } from './fence.ts'
import { filesProblems } from './files.ts'
import { fleetProblems } from './fleet.ts'
import { fuelProblems } from './fuel.ts'
import { fundProblems } from './fund.ts'
import { goodsProblems } from './goods.ts'
import { invoiceProblems } from './invoice.ts'
import { inviteProblems } from './invite.ts'
import { agreementProblems } from './agreement.ts'
import { moveProblems } from './move.ts'
import { paperProblems } from './paper.ts'
import { payFileProblems } from './payFile.ts'
import { silenceProblems } from './silence.ts'
import { relationProblems } from './relation.ts'
import { remittanceProblems } from './remittance.ts'
import { terminalProblems } from './terminal.ts'
import type { ProblemRow } from './row.ts'
import { settlementProblems } from './settlement.ts'
import { setupProblems } from './setup.ts'
import { shareProblems } from './share.ts'
import { staffProblems } from './staff.ts'
import { statementProblems } from './statement.ts'
import { taskProblems } from './task.ts'
import { voucherProblems } from './voucher.ts'
import { waybillProblems } from './waybill.ts'
import { estimateEndProblems } from './estimateEnd.ts'
import { writeOffProblems } from './writeOff.ts'
import { wireProblems } from './wire.ts'

const parts: Readonly<Record<string, Readonly<Record<string, ProblemRow>>>> = {
  wireProblems,
  moveProblems,
  goodsProblems,
  taskProblems,
  fleetProblems,
  waybillProblems,
  filesProblems,
  settlementProblems,
  voucherProblems,
  staffProblems,
  relationProblems,
  companyProblems,
  shareProblems,
  fenceProblems,
  setupProblems,
  fundProblems,
  remittanceProblems,
  debtProblems,
  writeOffProblems,
  estimateEndProblems,
  depositProblems,
  creditProblems,
  statementProblems,
  payFileProblems,
  silenceProblems,
  invoiceProblems,
  terminalProblems,
  batchProblems,
  paperProblems,
  inviteProblems,
  fuelProblems,
  agreementProblems,
}

test('every problem stands in one part, with a code of its own', () => {
  expect(Object.values(parts).flatMap(part => Object.keys(part))).toEqual(Object.keys(problems))
  const codes = Object.values(problems).map(({ code }) => code)
  expect(codes.filter((code, n) => codes.indexOf(code) !== n)).toEqual([])
})

test.each(Object.entries(parts))('%s stand in the order of their codes', (_, part) => {
  const codes = Object.values(part).map(({ code }) => code)
  expect(codes).toEqual(codes.toSorted((a, b) => a - b))
})

test('every bracket and brace of a text belongs to a blank', () => {
  const wrong = (text: string): boolean => {
    const outside = text.replace(/\{[a-z]\w*\}/gi, '')
    return text === '' || /[{}]/.test(outside) || /[[\]]/.test(outside.replace(/\[[^[\]]*\]/g, ''))
  }
  expect(Object.values(problems).filter(({ text }) => wrong(text))).toEqual([])
  expect(['剩余 {remain', '剩余 {剩余}', '剩余 {}', '剩余}', '[剩余', ''].filter(text => !wrong(text))).toEqual([])
})

test('a problem says its text with its blanks filled, and carries its data', () => {
  const problem = new Problem('goods.remain', { remain: '3 车' }, { remainQty: 3, fields: { qty: '过多' } })
  expect(problem).toMatchObject({
    problem: 'goods.remain',
    message: '货源剩余数量不足（剩余 3 车），请刷新后重试',
    data: { remainQty: 3, fields: { qty: '过多' } },
    waitS: undefined,
  })
  expect(new Problem('login.locked', { minutes: 2, seconds: 90 })).toMatchObject({
    message: '登录失败次数过多，请 2 分钟后再试',
    waitS: 90,
    data: null,
  })
  expect(new Problem('rate.limited')).toMatchObject({ message: '操作过于频繁，请稍后再试', waitS: undefined })
  // words of a person are not read as a text with blanks
  expect(problemText('vehicle.blacklisted', { name: '{reason}', reason: '逃单' })).toBe(
    '{reason}已列入黑名单（逃单），不能派车',
  )
})

test('a computed fault is told in the words of its problem', () => {
  const faults: readonly Fault<'vehicle.tooMany' | 'vehicle.retired' | 'goods.expired'>[] = [
    { problem: 'vehicle.tooMany', detail: { limit: 3 } },
    { problem: 'vehicle.retired', detail: { name: '车辆川A12345' } },
    { problem: 'goods.expired', detail: {} },
  ]
  expect(faults.map(faultWords)).toEqual([
    '该车辆未完成运单已达 3 张',
    '车辆川A12345已停用，不能派车',
    '货源已过截止时间，不能接单',
  ])
  expect(faults.map(fault => problemOf(fault, { fields: { plate: '不能派车' } }).message)).toEqual(
    faults.map(faultWords),
  )
})

test('what has to be said of a problem is what its text has blanks for', () => {
  expectTypeOf<'goods.expired' | 'rate.limited'>().toExtend<PlainProblem>()
  expectTypeOf<'goods.remain'>().not.toExtend<PlainProblem>()
  expectTypeOf<{ who: string; remain: string }>().toExtend<ProblemDetail<'task.moved'>>()
  expectTypeOf<{ who: string }>().not.toExtend<ProblemDetail<'task.moved'>>()
  expectTypeOf<{ remain: string }>().not.toExtend<ProblemDetail<'goods.remain' | 'fence.unbound'>>()
})
