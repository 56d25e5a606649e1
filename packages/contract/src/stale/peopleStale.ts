// Answers that are stale after companies, people, their messages and long work have changed.
import { getAgreement } from '../agreement/agreement.ts'
import { getRealName } from '../agreement/realName.ts'
import { listAgreementTemplates } from '../agreement/template.ts'
import { getAccount, listLogins, listSessions } from '../session/account.ts'
import { countCompanyBranches, listCompanyBranches } from '../company/branch.ts'
import { countCompanies, getCompany, getCompanyDetails, listCompanies } from '../company/company.ts'
import { listExports } from '../exporting/exporting.ts'
import { getImport, listImports } from '../importing.ts'
import { countMessages, getPreferences, getUnread, listMessages } from '../message/message.ts'
import { listToday } from '../today.ts'
import { countPaymentTasks, listPaymentTasks } from '../settlement/paymentTask.ts'
import { getPolicies } from '../policy.ts'
import {
  countCarriers,
  countShippers,
  findCompanies,
  getRelation,
  listCarriers,
  listShippers,
} from '../relation/relation.ts'
import { listBranches } from '../session/session.ts'
import { listSettleableGroups } from '../settlement/settleableGroup.ts'
import { listSettleable } from '../settlement/settleable.ts'
import { getSettlement } from '../settlement/settlement.ts'
import { countStaff, explainStaff, listMembers, listRoles, listStaff } from '../staff/staff.ts'
import { getAppointView, listVehicleChoices } from '../task/task.ts'
import { agreements, chains, marks } from './everyStale.ts'

export const peopleStale = {
  // policies say who may take a step, whether a receipt must be there and what may be loaded
  policy: [
    getPolicies,
    getSettlement,
    listSettleable,
    listSettleableGroups,
    listPaymentTasks,
    countPaymentTasks,
    getAppointView,
    listVehicleChoices,
    listToday,
  ],
  relation: [listCarriers, listShippers, countCarriers, countShippers, findCompanies, getRelation, listToday],
  company: [
    getCompany,
    listCompanies,
    countCompanies,
    getCompanyDetails,
    listCompanyBranches,
    countCompanyBranches,
    listBranches,
    listToday,
  ],
  staff: [listStaff, countStaff, listRoles, listMembers, explainStaff],
  account: [getAccount, listSessions, listLogins],
  message: [listMessages, countMessages, getUnread, getPreferences],
  exporting: [listExports],
  importing: [listImports, getImport],
  // a signature ends the mark of its waybill
  agreement: [...chains, ...agreements, getAgreement, listAgreementTemplates, ...marks, listToday],
  realName: [getRealName],
} as const
