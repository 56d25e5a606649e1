// The client's accounts for ours (科目对照): a table of a branch, counted from a month on, and the accounts it leaves without one.
import { accounts, type AccountCode } from './chart.ts'

/** The codes of accounts a file for an accounting program bears. */
export const handOverCodes = { OURS: '本系统科目', CLIENT: '客户科目' } as const

/** The most characters of a client's code and name. */
export const mappedMost = { code: 30, name: 60 } as const

/** An account of ours with the client's for it. */
export interface MappedAccount {
  readonly account: string
  readonly code: string
  readonly name: string
}
/** A fault of a line: its place from 0, its field, and the words. */
export interface MapFault {
  readonly at: number
  readonly field: 'account' | 'code' | 'name'
  readonly said: string
}

const isAccount = (code: string): code is AccountCode => accounts.some(account => account.code === code)

/** The faults of the lines of a table. */
export function faultsOfMap(lines: readonly MappedAccount[]): MapFault[] {
  const seen = new Set<string>()
  return lines.flatMap(({ account, code, name }, at): MapFault[] => {
    const isTwice = seen.has(account)
    seen.add(account)
    return [
      ...(isAccount(account)
        ? isTwice
          ? [{ at, field: 'account' as const, said: '科目重复' }]
          : []
        : [{ at, field: 'account' as const, said: account === '' ? '请选择科目' : '没有这个科目' }]),
      ...(/^[0-9A-Za-z][0-9A-Za-z._-]*$/.test(code)
        ? code.length > mappedMost.code
          ? [{ at, field: 'code' as const, said: `不能超过${mappedMost.code}个字` }]
          : []
        : [{ at, field: 'code' as const, said: code === '' ? '请填写客户科目编码' : '只能用字母、数字、点和横线' }]),
      ...(name.trim() === ''
        ? [{ at, field: 'name' as const, said: '请填写客户科目名称' }]
        : name.length > mappedMost.name
          ? [{ at, field: 'name' as const, said: `不能超过${mappedMost.name}个字` }]
          : []),
    ]
  })
}
