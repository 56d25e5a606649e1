// The calls of the download centre, bound to what they do.
import { getExportAddress, listExports, moveExport, removeExport, startExport } from '@yunshu/contract/exporting'
import { on, type Route } from '../../http/serve.ts'
import { change, remove, start } from './exporting.commands.ts'
import { findAddress, findExportsPage } from './exporting.queries.ts'

export const exportingRoutes: Route[] = [
  on(startExport, start),
  on(listExports, findExportsPage),
  on(getExportAddress, findAddress),
  on(moveExport, change),
  on(removeExport, remove),
]
