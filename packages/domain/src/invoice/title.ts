// Titles of invoices (开票抬头): the name and tax number an invoice is made out to.
import { checkIdNo, checkUscc, tidyNumber } from '../identity/identity.ts'

/** A tax number in its one spelling: capital letters and digits. */
export const plainTaxNo = (text: string): string => tidyNumber(text)

/**
 * The fault of a tax number (纳税人识别号), undefined when it can be one: 15 to 20 letters and digits, of which one with 18
 * is a credit code or an identity number with the right check digit.
 */
export function checkTaxNo(text: string): string | undefined {
  const taxNo = plainTaxNo(text)
  if (!/^[0-9A-Z]{15,20}$/.test(taxNo)) return '应为 15 至 20 位数字或大写字母'
  if (taxNo.length !== 18) return undefined
  return checkUscc(taxNo) === undefined || checkIdNo(taxNo) === undefined ? undefined : '18 位税号的校验位不正确'
}
