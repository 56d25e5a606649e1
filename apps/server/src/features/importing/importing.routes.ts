// Routes of imports.
import * as calls from '@yunshu/contract/importing'
import { on, onAfter, onFile, type Route } from '../../http/serve.ts'
import { checkImport, dropImport, faultFile, makeTemplate, readFile, runImport } from './importing.commands.ts'
import { findImport, findImportsPage } from './importing.queries.ts'

export const importingRoutes: Route[] = [
  onFile(calls.getImportTemplate, makeTemplate),
  onAfter(calls.checkImport, readFile, checkImport),
  on(calls.runImport, runImport),
  on(calls.getImport, findImport),
  on(calls.listImports, findImportsPage),
  onFile(calls.getImportFaults, faultFile),
  on(calls.dropImport, dropImport),
]
