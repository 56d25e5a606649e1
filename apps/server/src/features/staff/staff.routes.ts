// Routes of staff and positions.
import { resetFactor } from '@yunshu/contract/session/account'
import type { Call } from '@yunshu/contract/call'
import {
  addRole,
  addStaff,
  copyRole,
  disableStaff,
  enableStaff,
  explainStaff,
  listMembers,
  listRoles,
  listStaff,
  previewRole,
  removeRole,
  removeStaff,
  resetPassword,
  updateRole,
  updateStaff,
} from '@yunshu/contract/staff'
import { on, type Route } from '../../http/serve.ts'
import { jurisdictionOf } from '../session/jurisdiction.queries.ts'
import { resetPersonsFactor } from './resetFactor.commands.ts'
import { changeRole, copyOfRole, dropRole, makeRole } from './role.commands.ts'
import {
  addPerson,
  changePerson,
  disablePerson,
  enablePerson,
  removePerson,
  resetPersonsPassword,
} from './staff.commands.ts'
import { explain, findMembers, findRoles, findStaffPage, previewOf } from './staff.queries.ts'

/** `calls` answers every call the server has mounted: a preview shows which of them a position opens. */
export const staffRoutes = (calls: () => readonly Call[]): Route[] => [
  on(listStaff, findStaffPage),
  on(addStaff, addPerson),
  on(updateStaff, changePerson),
  on(disableStaff, disablePerson),
  on(enableStaff, enablePerson),
  on(removeStaff, removePerson),
  on(resetPassword, resetPersonsPassword),
  on(resetFactor, resetPersonsFactor),
  on(explainStaff, explain),
  on(listRoles, findRoles),
  on(addRole, makeRole),
  on(updateRole, changeRole),
  on(copyRole, copyOfRole),
  on(removeRole, dropRole),
  on(listMembers, findMembers),
  on(previewRole, async (ctx, input) => {
    const {
      accessMenus: menus,
      accessRoutes: routes,
      accessInterfaces: { GET, POST },
    } = jurisdictionOf(previewOf(ctx.actor, input), calls())
    return { menus, routes, interfaces: { GET, POST } }
  }),
]
