// Routes of imports.
import {
  checkImport,
  dropImport,
  getImport,
  getImportFaults,
  getImportTemplate,
  listImports,
  runImport,
} from '@yunshu/contract/importing'
import { on, onAfter, onFile, type Route } from '../../http/serve.ts'
import { check, drop, faultFile, makeTemplate, readFile, run } from './importing.commands.ts'
import { findImport, findImportsPage } from './importing.queries.ts'

export const importingRoutes: Route[] = [
  onFile(getImportTemplate, makeTemplate),
  onAfter(checkImport, readFile, check),
  on(runImport, run),
  on(getImport, findImport),
  on(listImports, findImportsPage),
  onFile(getImportFaults, faultFile),
  on(dropImport, drop),
]
