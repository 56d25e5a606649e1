// The client's accounts for ours: what a line of the table may be.
import { expect, test } from 'vitest'
import { faultsOfMap } from './accountMap.ts'

const line = (account: string, code: string, name: string) => ({ account, code, name })

test('an account of ours once, with a code and a name of the client; every fault at its place', () => {
  expect(
    faultsOfMap([line('6602', '5602', '管理费用'), line('6001.01', '5001.01.A-1', '主营业务收入')]),
    'two of ours may go into one of theirs',
  ).toEqual([])
  const bad = [
    line('6602', '5602', '甲'),
    line('6602', '=1', ' '),
    line('9', '', '甲'.repeat(61)),
    line('', 'a'.repeat(31), '乙'),
  ]
  expect(faultsOfMap(bad).map(({ at, field, said }) => `${at} ${field} ${said}`)).toEqual([
    '1 account 科目重复',
    '1 code 只能用字母、数字、点和横线',
    '1 name 请填写客户科目名称',
    '2 account 没有这个科目',
    '2 code 请填写客户科目编码',
    '2 name 不能超过60个字',
    '3 account 请选择科目',
    '3 code 不能超过30个字',
  ])
})
