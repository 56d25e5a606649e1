// The calls of fuel and tolls bound to what serves them.
import * as calls from '@yunshu/contract/fuel/fuel'
import * as issues from '@yunshu/contract/fuel/issue'
import * as shifts from '@yunshu/contract/fuel/shift'
import * as tolls from '@yunshu/contract/fuel/toll'
import * as uses from '@yunshu/contract/fuel/use'
import { on, type Route } from '../../http/serve.ts'
import { openAccount } from './account.commands.ts'
import { countFuelAccountsBy, findFuelAccounts } from './account.queries.ts'
import { changeCard, registerCard } from './card.commands.ts'
import { countFuelCardsBy, findFuelCards } from './card.queries.ts'
import { issueFuelTo, recoverIssue } from './issue.commands.ts'
import { countFuelIssuesBy, findFuelIssues } from './issue.queries.ts'
import { confirmPass } from './pass.commands.ts'
import { countTollPassesBy, findTollPasses } from './pass.queries.ts'
import { askShift, confirmShift, moveShift } from './shift.commands.ts'
import { countFuelShiftsBy, findFuelShift, findFuelShifts } from './shift.queries.ts'
import { changeUse, verifyCouponBy } from './use.commands.ts'
import { countFuelUsesBy, findFuelUses } from './use.queries.ts'
import { findFuelReady, findFuelRoom } from './waybillRoom.queries.ts'

export const fuelRoutes: Route[] = [
  on(calls.listFuelAccounts, findFuelAccounts),
  on(calls.countFuelAccounts, countFuelAccountsBy),
  on(calls.addFuelAccount, openAccount),
  on(calls.listFuelCards, findFuelCards),
  on(calls.countFuelCards, countFuelCardsBy),
  on(calls.addFuelCard, registerCard),
  on(calls.moveFuelCard, changeCard),
  on(issues.listFuelIssues, findFuelIssues),
  on(issues.countFuelIssues, countFuelIssuesBy),
  on(issues.getFuelRoom, findFuelRoom),
  on(issues.listFuelReady, findFuelReady),
  on(issues.issueFuel, issueFuelTo),
  on(issues.recoverFuel, recoverIssue),
  on(uses.listFuelUses, findFuelUses),
  on(uses.countFuelUses, countFuelUsesBy),
  on(uses.moveFuelUse, changeUse),
  on(uses.verifyCoupon, verifyCouponBy),
  on(shifts.listFuelShifts, findFuelShifts),
  on(shifts.countFuelShifts, countFuelShiftsBy),
  on(shifts.getFuelShift, findFuelShift),
  on(shifts.askFuelShift, askShift),
  on(shifts.confirmFuelShift, confirmShift),
  on(shifts.moveFuelShift, moveShift),
  on(tolls.listTollPasses, findTollPasses),
  on(tolls.countTollPasses, countTollPassesBy),
  on(tolls.confirmTollPass, confirmPass),
]
