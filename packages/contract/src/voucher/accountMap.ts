// Calls of the client's accounts for ours (科目对照): the table that counts in a month, and keeping one from a month on.
import { mappedMost } from '@yunshu/domain/voucher/accountMap'
import { accounts } from '@yunshu/domain/voucher/chart'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zBool, zId, zTime, zVersion } from '../fields.ts'
import { zPeriod } from './voucher.ts'

/** A line: our account, and the client's code and name for it. */
const MappedLine = z.object({ account: z.string(), accountName: z.string(), code: z.string(), name: z.string() })

export const AccountMap = z.object({
  /** The month asked for, and that from which the table counts that is shown; absent where none does. */
  period: z.string(),
  from: z.optional(z.string()),
  id: z.optional(zId),
  version: z.optional(zVersion),
  maker: z.optional(z.string()),
  updatedAt: z.optional(zTime),
  lines: z.array(MappedLine),
  /** Accounts with entries of the branch for which the table has none. */
  missing: z.array(z.object({ account: z.string(), accountName: z.string() })),
  /** The months from which tables of the branch count, newest first. */
  months: z.array(z.string()),
  mayEdit: zBool,
  /** The caller may keep a table for all branches at once. */
  mayForAll: zBool,
})
export type AccountMap = z.output<typeof AccountMap>
/** The table of the branch one works for that counts in a month. */
export const getAccountMap = call({
  method: 'GET',
  path: '/auth/v1/manage/accountMap/details',
  title: '科目对照',
  permit: 'ledger.view',
  branchOnly: true,
  input: z.strictObject({ period: zPeriod }),
  output: AccountMap,
})
/** Keeps the table that counts from a month on, new or anew; tables of other months stay. */
export const saveAccountMap = call({
  method: 'POST',
  path: '/auth/v1/manage/accountMap/save',
  title: '保存科目对照',
  permit: 'voucher.make',
  branchOnly: true,
  overlay: '操作中...',
  input: z.strictObject({
    from: zPeriod,
    /** Of the table of that month, where there is one. */
    version: z.optional(zVersion),
    /** Also for the other branches, of which those with a table from that month keep theirs. */
    forAll: z.optional(zBool),
    lines: z
      .array(
        z.strictObject({
          account: z.string().check(z.trim(), z.maxLength(10, '不能超过10个字')),
          code: z.string().check(z.trim(), z.maxLength(mappedMost.code, `不能超过${mappedMost.code}个字`)),
          name: z.string().check(z.trim(), z.maxLength(mappedMost.name, `不能超过${mappedMost.name}个字`)),
        }),
      )
      .check(z.minLength(1, '请至少填写一行'), z.maxLength(accounts.length, `最多 ${accounts.length} 行`)),
  }),
  output: z.object({
    id: zId,
    version: zVersion,
    /** The other branches it was kept for. */
    others: z.optional(z.number()),
  }),
})
