// Routes of companies: registration, own papers, verification.
import {
  addBranch,
  addCompanyAccount,
  approveCompany,
  closeBranch,
  correctCompany,
  countCompanies,
  getCompany,
  getCompanyDetails,
  listCompanies,
  listCompanyBranches,
  moveCompany,
  registerCompany,
  removeCompanyAccount,
  setCompanyTerms,
  setDefaultAccount,
  submitCompany,
  updateBranch,
  updateCompany,
  updateCompanyAccount,
  uploadCompanyFiles,
} from '@yunshu/contract/company'
import { on, onOpen, type Route } from '../../http/serve.ts'
import { addAccount, changeAccount, makeDefault, removeAccount } from './bank.commands.ts'
import { changeBranch, closeOne, makeBranch } from './branch.commands.ts'
import { findBranchPage } from './branch.queries.ts'
import { countByState, findCompanyPage, findDetails, findOwn } from './company.queries.ts'
import { changeCompany, submit, upload } from './profile.commands.ts'
import { register } from './register.commands.ts'
import { approve, correct, moveOn, setTerms } from './verify.commands.ts'

export const companyRoutes: Route[] = [
  onOpen(registerCompany, register),
  on(getCompany, findOwn),
  on(updateCompany, changeCompany),
  on(uploadCompanyFiles, upload),
  on(submitCompany, submit),
  on(addCompanyAccount, addAccount),
  on(updateCompanyAccount, changeAccount),
  on(setDefaultAccount, makeDefault),
  on(removeCompanyAccount, removeAccount),
  on(listCompanies, findCompanyPage),
  on(countCompanies, countByState),
  on(getCompanyDetails, findDetails),
  on(approveCompany, approve),
  on(setCompanyTerms, setTerms),
  on(moveCompany, moveOn),
  on(correctCompany, correct),
  on(listCompanyBranches, findBranchPage),
  on(addBranch, makeBranch),
  on(updateBranch, changeBranch),
  on(closeBranch, closeOne),
]
