// The calls of statements bound to what serves them.
import * as calls from '@yunshu/contract/statement/statement'
import { on, type Route } from '../../http/serve.ts'
import { makeStatement } from './make.commands.ts'
import { markStatementLines, stepStatement, urgeStatement } from './statement.commands.ts'
import {
  countStatementsBy,
  findStatement,
  findStatementLines,
  findStatementPaper,
  findStatements,
} from './statement.queries.ts'

export const statementRoutes: Route[] = [
  on(calls.listStatements, findStatements),
  on(calls.countStatements, countStatementsBy),
  on(calls.getStatement, findStatement),
  on(calls.listStatementLines, findStatementLines),
  on(calls.getStatementPaper, findStatementPaper),
  on(calls.makeStatement, makeStatement),
  on(calls.moveStatement, stepStatement),
  on(calls.markStatementLines, markStatementLines),
  on(calls.urgeStatement, urgeStatement),
]
