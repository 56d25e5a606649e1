// Routes of staff and positions.
import * as accountCalls from '@yunshu/contract/session/account'
import type { Call } from '@yunshu/contract/call'
import * as staffCalls from '@yunshu/contract/staff/staff'
import { on, onAfter, type Route } from '../../http/serve.ts'
import { jurisdictionOf } from '../session/jurisdiction.queries.ts'
import { askFactorReset, confirmFactorReset, dropFactorReset, resetPersonsPassword } from './recovery.commands.ts'
import { changeRole, copyRole, dropRole, makeRole } from './role.commands.ts'
import {
  addPerson,
  changePerson,
  disablePerson,
  enablePerson,
  makeHashedPassword,
  removePerson,
} from './staff.commands.ts'
import { countStaffBy, explainStaff, findMembers, findRoles, findStaffPage, previewOf } from './staff.queries.ts'

/** `calls` answers every call the server has mounted: a preview shows which of them a position opens. */
export const staffRoutes = (calls: () => readonly Call[]): Route[] => [
  on(staffCalls.listStaff, findStaffPage),
  on(staffCalls.countStaff, countStaffBy),
  onAfter(staffCalls.addStaff, makeHashedPassword, addPerson),
  on(staffCalls.updateStaff, changePerson),
  on(staffCalls.disableStaff, disablePerson),
  on(staffCalls.enableStaff, enablePerson),
  on(staffCalls.removeStaff, removePerson),
  on(staffCalls.resetPassword, resetPersonsPassword),
  on(accountCalls.resetFactor, askFactorReset),
  on(accountCalls.confirmFactorReset, confirmFactorReset),
  on(accountCalls.dropFactorReset, dropFactorReset),
  on(staffCalls.explainStaff, explainStaff),
  on(staffCalls.listRoles, findRoles),
  on(staffCalls.addRole, makeRole),
  on(staffCalls.updateRole, changeRole),
  on(staffCalls.copyRole, copyRole),
  on(staffCalls.removeRole, dropRole),
  on(staffCalls.listMembers, findMembers),
  on(staffCalls.previewRole, async (ctx, input) => {
    const {
      accessMenus: menus,
      accessRoutes: routes,
      accessInterfaces: { GET, POST },
    } = jurisdictionOf(previewOf(ctx.actor, input), calls())
    return { menus, routes, interfaces: { GET, POST } }
  }),
]
