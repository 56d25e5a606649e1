// Every flow of money can be finished by an administrator and one person of finance of the house, and by no one person.
import { expect, test } from 'vitest'
import { haveOneEach } from '../company/hands.ts'
import type { Permit } from './permits.ts'
import { roleTemplates } from './roles.ts'

/** A step of a flow: the permit it takes, and the steps before it that another person has to have done. */
type Step = readonly [permit: Permit, ...notOf: readonly number[]]

/** Flows of the house with each step that wants another person; words of shippers and carriers come from outside. */
const flows: Readonly<Record<string, readonly Step[]>> = {
  '结算单：制单、提交、审核、支付': [
    ['settlement.make'],
    ['settlement.submit'],
    ['settlement.approve', 0, 1],
    ['settlement.pay', 0, 1],
  ],
  作废已审核的结算单: [['settlement.make'], ['settlement.approve', 0]],
  '移出已审核的运单、更换收款账户：申请、确认': [['settlement.make'], ['settlement.approve', 0]],
  关闭部分失败的结算单: [['settlement.make'], ['settlement.pay', 0]],
  失败补付: [['settlement.make'], ['settlement.submit'], ['settlement.approve', 0, 1], ['settlement.pay', 0, 1]],
  '支付异常：提出、复核': [['settlement.pay'], ['settlement.pay', 0]],
  '线下支付：制单、提交、审核、支付、登记、确认': [
    ['settlement.make'],
    ['settlement.submit'],
    ['settlement.approve', 0, 1],
    ['settlement.pay', 0, 1],
    ['settlement.pay', 0, 1],
    ['settlement.pay', 4],
  ],
  '银行没有结果的付款：认定、复核': [['settlement.pay'], ['settlement.pay', 0]],
  '付款文件：生成、放行': [['payFile.make'], ['payFile.release', 0]],
  '回盘：读取、确认': [['payFile.make'], ['payFile.release', 0]],
  '对账文件：读取、采用': [['recon.match'], ['recon.confirm', 0]],
  '对账差异：说明、复核': [['recon.match'], ['recon.confirm', 0]],
  '合并对平：申请、确认': [['recon.match'], ['recon.confirm', 0]],
  '撤销合并对平：申请、确认': [['recon.match'], ['recon.confirm', 0]],
  '来款：登记、确认、认领': [['remittance.record'], ['remittance.confirm', 0], ['remittance.claim']],
  '来款退回：申请、确认': [['remittance.claim'], ['remittance.confirm', 0]],
  '退汇：登记、确认': [['remittance.claim'], ['remittance.confirm', 0]],
  '资金登记：登记、确认': [['fund.record'], ['fund.confirm', 0]],
  '油卡与 ETC 充值：登记、确认': [['fuel.buy'], ['fund.confirm', 0]],
  '油品划转与盈亏：登记、确认；冲销：申请、确认': [
    ['fuel.buy'],
    ['fund.confirm', 0],
    ['fuel.buy'],
    ['fund.confirm', 2],
  ],
  '押金：登记、复核；冲销：申请、确认': [['fund.record'], ['fund.confirm', 0], ['fund.record'], ['fund.confirm', 2]],
  '押金退还：申请、审批、退款；退汇：登记、复核': [
    ['fund.record'],
    ['refund.approve', 0],
    ['refund.pay', 1],
    ['fund.record'],
    ['fund.confirm', 3],
  ],
  '押金抵欠款：申请、审批；撤销：申请、确认': [
    ['fund.record'],
    ['refund.approve', 0],
    ['fund.record'],
    ['fund.confirm', 2],
  ],
  '退款：审批、支付': [['refund.approve'], ['refund.pay', 0]],
  '欠款核销：申请、确认': [['debt.collect'], ['debt.confirm', 0]],
  '应收坏账核销：申请、确认；冲销：申请、确认': [
    ['debt.collect'],
    ['debt.confirm', 0],
    ['debt.collect'],
    ['debt.confirm', 2],
  ],
  '手工凭证：制单、审核、记账': [['voucher.make'], ['voucher.audit', 0], ['voucher.audit', 0]],
  '期间结账：申请、确认': [['period.close'], ['period.confirm', 0]],
  '反结账：申请、确认': [['period.close'], ['period.confirm', 0]],
  '开票：登记、复核': [['invoice.review'], ['invoice.issue'], ['invoice.issue', 1]],
  '红票：登记、复核': [['invoice.issue'], ['invoice.issue', 0]],
}

const roles = roleTemplates.platform
/** True when these people, each holding the permits of a role, can share the steps so that no step wants who did another. */
function canFinish(steps: readonly Step[], people: readonly (readonly Permit[])[]): boolean {
  const taken: number[] = []
  const from = (n: number): boolean => {
    const step = steps[n]
    if (step === undefined) return true
    const [permit, ...notOf] = step
    return people.some((permits, person) => {
      if (!permits.includes(permit) || notOf.some(other => taken[other] === person)) return false
      taken[n] = person
      return from(n + 1)
    })
  }
  return from(0)
}
const permitsOf = (role: string): readonly Permit[] => roles[role] ?? []

test.each(Object.entries(flows))('%s is finished by 管理员 and one 财务, and by nobody alone', (_, steps) => {
  expect(canFinish(steps, [permitsOf('管理员'), permitsOf('财务')])).toBe(true)
  for (const role of Object.keys(roles)) expect(canFinish(steps, [permitsOf(role)]), role).toBe(false)
})

test('of all pairs of roles of the house those with an administrator finish every flow, and no pair without finance does', () => {
  const names = Object.keys(roles)
  const finished = (pair: readonly string[]): number =>
    Object.values(flows).filter(steps => canFinish(steps, pair.map(permitsOf))).length
  const table = Object.fromEntries(
    names.flatMap((a, i) => names.slice(i).map(b => [`${a}+${b}`, finished([a, b])] as const)),
  )
  const all = Object.keys(flows).length
  expect(table).toMatchObject({ '管理员+管理员': all, '管理员+财务': all, '运营+运营': 0 })
  expect(table['财务+财务']).toBeLessThan(all)
})

test('where its company wants another payer than the approver, a sheet takes three people, two of them of one role or not', () => {
  const steps: readonly Step[] = [
    ['settlement.make'],
    ['settlement.submit'],
    ['settlement.approve', 0, 1],
    ['settlement.pay', 0, 1, 2],
  ]
  const names = Object.keys(roles)
  for (const a of names) for (const b of names) expect(canFinish(steps, [a, b].map(permitsOf)), `${a}+${b}`).toBe(false)
  expect(canFinish(steps, ['管理员', '财务', '财务'].map(permitsOf))).toBe(true)
  // the refusal to decide so asks the same of people
  const hands = (people: readonly string[]) =>
    (['settlement.make', 'settlement.approve', 'settlement.pay'] as const).map(permit =>
      people.flatMap((role, n) => (permitsOf(role).includes(permit) ? [String(n)] : [])),
    )
  expect(haveOneEach(hands(['管理员', '财务']))).toBe(false)
  expect(haveOneEach(hands(['管理员', '财务', '财务']))).toBe(true)
})

test('a sheet paid by hand takes the same three people where its company wants another payer than the approver: who records it is its payer, who confirms it may have approved it', () => {
  const steps: readonly Step[] = [
    ['settlement.make'],
    ['settlement.submit'],
    ['settlement.approve', 0, 1],
    ['settlement.pay', 0, 1, 2],
    ['settlement.pay', 0, 1, 2],
    ['settlement.pay', 4],
  ]
  const names = Object.keys(roles)
  const finished = (people: readonly string[]) => canFinish(steps, people.map(permitsOf))
  for (const a of names) for (const b of names) expect(finished([a, b]), `${a}+${b}`).toBe(false)
  // nobody else is needed: three who make, approve and pay finish it with whatever fourth beside them
  const three = names.flatMap(a => names.flatMap(b => names.map(c => [a, b, c])))
  for (const people of three)
    expect(finished(people), people.join('+')).toBe(canFinish(steps.slice(0, 4), people.map(permitsOf)))
  expect(finished(['管理员', '财务', '财务'])).toBe(true)
})

test('the control: a step that wants a third person is not finished by two', () => {
  const three: readonly Step[] = [['settlement.make'], ['settlement.approve', 0], ['settlement.pay', 0, 1]]
  expect(canFinish(three, [permitsOf('管理员'), permitsOf('财务')])).toBe(false)
  expect(canFinish(three, [permitsOf('管理员'), permitsOf('财务'), permitsOf('管理员')])).toBe(true)
})
