// Numbers of identity papers and bank accounts as an answer holds them: masked for everybody, but in files of people who
// may export them.
import { maskAccountsIn, maskBankCard, maskIdNo } from '@yunshu/domain/identity/masking'
import type { Change, Ctx } from './ctx.ts'

type Asker = Pick<Ctx, 'hasWholeNumbers'>

/** The number of a person's paper: 510104********0019. */
export const shownIdNo = ({ hasWholeNumbers }: Asker, idNo: string): string =>
  hasWholeNumbers ? idNo : maskIdNo(idNo, '6+4')

/** The number of a bank account: ****0018. */
export const shownAccountNo = ({ hasWholeNumbers }: Asker, accountNo: string): string =>
  hasWholeNumbers ? accountNo : maskBankCard(accountNo)

/** A change as a history shows it: lines of earlier releases hold the account of an invoice title whole. */
export const shownChange = ({ field, old, new: next }: Change): Change =>
  field === '开票资料' ? { field, old: maskAccountsIn(old), new: maskAccountsIn(next) } : { field, old, new: next }
