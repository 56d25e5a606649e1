// The calls of the download centre, bound to what they do.
import * as calls from '@yunshu/contract/exporting/exporting'
import { packChains } from '@yunshu/contract/chain/chain'
import { packVouchers } from '@yunshu/contract/voucher/zip'
import { on, type Route } from '../../http/serve.ts'
import { moveExport, removeExport, startExport } from './exporting.commands.ts'
import { startChainPack } from './chainPack.commands.ts'
import { startVoucherPack } from './voucherPack.commands.ts'
import { findAddress, findExportsPage } from './exporting.queries.ts'

export const exportingRoutes: Route[] = [
  on(calls.startExport, startExport),
  on(calls.listExports, findExportsPage),
  on(calls.getExportAddress, findAddress),
  on(calls.moveExport, moveExport),
  on(calls.removeExport, removeExport),
  on(packVouchers, startVoucherPack),
  on(packChains, startChainPack),
]
