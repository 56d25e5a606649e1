// The calls of debts bound to what serves them.
import * as calls from '@yunshu/contract/debt/debt'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { chaseCarrier, confirmDebtWriteOff, keepDebtPaper, moveDebt, planDebt } from './debt.commands.ts'
import { countDebtsBy, findDebt, findDebtAges, findDebtLetter, findDebts } from './debt.queries.ts'

export const debtRoutes: Route[] = [
  on(calls.listDebts, findDebts),
  on(calls.countDebts, countDebtsBy),
  on(calls.ageDebts, findDebtAges),
  on(calls.getDebt, findDebt),
  on(calls.getDebtLetter, findDebtLetter),
  on(calls.moveDebt, moveDebt),
  on(calls.confirmDebtWriteOff, confirmDebtWriteOff),
  on(calls.chaseDebt, chaseCarrier),
  on(calls.planDebt, planDebt),
  onAfter(calls.uploadDebtPaper, storeUploads, keepDebtPaper),
]
