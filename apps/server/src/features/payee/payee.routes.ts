// The calls of payees and authorisations, bound to what they do.
import {
  addPayee,
  addPayeeAuth,
  blacklistPayee,
  countPayees,
  getPayee,
  listDriverPayees,
  listPayees,
  movePayeeAuth,
  removePayee,
  setDriverPayee,
  submitPayee,
  updatePayee,
  uploadAuthFiles,
  uploadPayeeFiles,
  verifyPayee,
} from '@yunshu/contract/fleet/payee'
import { on, type Route } from '../../http/serve.ts'
import { addAuth, moveAuth, uploadAuth } from './auth.commands.ts'
import { changePayee, makeDefault, payeeKeeping, registerPayee, removeOne } from './payee.commands.ts'
import { countPayeesByPaper, findDriverPayees, findPayee, findPayeesPage } from './payeeRows.queries.ts'

export const payeeRoutes: Route[] = [
  on(listPayees, findPayeesPage),
  on(countPayees, countPayeesByPaper),
  on(getPayee, findPayee),
  on(addPayee, registerPayee),
  on(updatePayee, changePayee),
  on(uploadPayeeFiles, payeeKeeping.upload),
  on(submitPayee, payeeKeeping.submit),
  on(verifyPayee, payeeKeeping.judge),
  on(blacklistPayee, payeeKeeping.ban),
  on(removePayee, removeOne),
  on(addPayeeAuth, addAuth),
  on(uploadAuthFiles, uploadAuth),
  on(movePayeeAuth, moveAuth),
  on(listDriverPayees, findDriverPayees),
  on(setDriverPayee, makeDefault),
]
