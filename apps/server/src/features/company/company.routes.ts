// Routes of companies: registration, own papers, verification.
import * as branchCalls from '@yunshu/contract/company/branch'
import * as calls from '@yunshu/contract/company/company'
import { on, onAfter, onOpen, type Route } from '../../http/serve.ts'
import { storeUploads } from '../file/file.commands.ts'
import { addAccount, changeAccount, makeDefault, removeAccount } from './bank.commands.ts'
import { changeBranch, closeOne, makeBranch } from './branch.commands.ts'
import { countBranches, findBranchPage } from './branch.queries.ts'
import { countByState, findCompanyPage, findDetails, findOwn } from './company.queries.ts'
import { changeCompany, submitCompany, uploadCompanyFiles } from './profile.commands.ts'
import { registerCompany } from './register.commands.ts'
import { approveCompany, correctCompany, moveOn, setTerms } from './verify.commands.ts'

export const companyRoutes: Route[] = [
  onOpen(calls.registerCompany, registerCompany),
  on(calls.getCompany, findOwn),
  on(calls.updateCompany, changeCompany),
  onAfter(calls.uploadCompanyFiles, storeUploads, uploadCompanyFiles),
  on(calls.submitCompany, submitCompany),
  on(calls.addCompanyAccount, addAccount),
  on(calls.updateCompanyAccount, changeAccount),
  on(calls.setDefaultAccount, makeDefault),
  on(calls.removeCompanyAccount, removeAccount),
  on(calls.listCompanies, findCompanyPage),
  on(calls.countCompanies, countByState),
  on(calls.getCompanyDetails, findDetails),
  on(calls.approveCompany, approveCompany),
  on(calls.setCompanyTerms, setTerms),
  on(calls.moveCompany, moveOn),
  on(calls.correctCompany, correctCompany),
  on(branchCalls.listCompanyBranches, findBranchPage),
  on(branchCalls.countCompanyBranches, countBranches),
  on(branchCalls.addBranch, makeBranch),
  on(branchCalls.updateBranch, changeBranch),
  on(branchCalls.closeBranch, closeOne),
]
