// The calls of patterns of vouchers bound to what serves them.
import * as calls from '@yunshu/contract/voucher/pattern'
import { on, type Route } from '../../http/serve.ts'
import { dropPattern, savePattern } from './pattern.commands.ts'
import { findPatterns } from './pattern.queries.ts'

export const patternRoutes: Route[] = [
  on(calls.listVoucherPatterns, findPatterns),
  on(calls.saveVoucherPattern, savePattern),
  on(calls.dropVoucherPattern, dropPattern),
]
