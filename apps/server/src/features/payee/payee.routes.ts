// The calls of payees and authorisations, bound to what they do.
import * as calls from '@yunshu/contract/fleet/payee'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { addAuth, moveAuth, uploadAuth } from './auth.commands.ts'
import { changePayee, makeDefault, payeeKeeping, registerPayee, removeOne } from './payee.commands.ts'
import { countPayeesByPaper, findDriverPayees, findPayee, findPayeesPage } from './payeeRows.queries.ts'

export const payeeRoutes: Route[] = [
  on(calls.listPayees, findPayeesPage),
  on(calls.countPayees, countPayeesByPaper),
  on(calls.getPayee, findPayee),
  on(calls.addPayee, registerPayee),
  on(calls.updatePayee, changePayee),
  onAfter(calls.uploadPayeeFiles, storeUploads, payeeKeeping.upload),
  on(calls.submitPayee, payeeKeeping.submit),
  on(calls.verifyPayee, payeeKeeping.judge),
  on(calls.blacklistPayee, payeeKeeping.ban),
  on(calls.removePayee, removeOne),
  onAfter(calls.addPayeeAuth, storeUploads, addAuth),
  onAfter(calls.uploadAuthFiles, storeUploads, uploadAuth),
  on(calls.movePayeeAuth, moveAuth),
  on(calls.listDriverPayees, findDriverPayees),
  on(calls.setDriverPayee, makeDefault),
]
