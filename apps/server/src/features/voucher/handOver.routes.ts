// The calls around lines of vouchers in files, bound to what serves them: handed in, handed over, and the client's accounts.
import * as map from '@yunshu/contract/voucher/accountMap'
import { handOverVouchers, listUnmapped } from '@yunshu/contract/voucher/handOver'
import * as files from '@yunshu/contract/voucher/lineFile'
import { exportOpening } from '@yunshu/contract/voucher/opening'
import { on, onAfter, onFile, type Route } from '../../http/serve.ts'
import { readUploadedSheet } from '../../imports/uploadedSheet.ts'
import { saveAccountMap } from './accountMap.commands.ts'
import { findAccountMap, findUnmapped } from './accountMap.queries.ts'
import { handOver } from './handOver.commands.ts'
import { judgeLineFile, makeLineTemplate } from './lineFile.queries.ts'
import { openingFile } from './openingFile.queries.ts'

export const handOverRoutes: Route[] = [
  onFile(handOverVouchers, handOver),
  on(listUnmapped, findUnmapped),
  on(map.getAccountMap, findAccountMap),
  on(map.saveAccountMap, saveAccountMap),
  onFile(files.getLineTemplate, makeLineTemplate),
  onAfter(files.readLineFile, readUploadedSheet, judgeLineFile),
  onFile(exportOpening, openingFile),
]
