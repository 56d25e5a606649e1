// Checks of the numbers that identify people, companies, papers and accounts; each answers a message or undefined.
import { messages } from '../message/messages.ts'
import { formatDate, parseDate } from '../figures/time.ts'

/** Brings a typed number to the form the checks expect: no spaces, dots or dashes, letters upper-case (身份证 x → X). */
export function tidyNumber(text: string): string {
  return text.replace(/[\s·•-]/g, '').toUpperCase()
}

const usccAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY' // no I, O, S, V, Z
const usccWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/**
 * Checks a 统一社会信用代码: 18 characters, digits for the region, and the check character.
 *
 * @source GB 32100-2015
 */
export function checkUscc(text: string): string | undefined {
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(text)) return messages.uscc
  const rest = (31 - (weightedSum(text, usccWeights, usccAlphabet) % 31)) % 31
  return usccAlphabet[rest] === text[17] ? undefined : messages.uscc
}

const orgCodeAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const orgCodeWeights = [3, 7, 9, 10, 5, 8, 4, 2]

/**
 * Warns when the organisation code inside a valid 统一社会信用代码 (characters 9 to 17) has a wrong check character.
 * A warning only: some registered codes fail it.
 *
 * @source GB 11714
 */
export function warnUscc(text: string): string | undefined {
  const rest = 11 - (weightedSum(text.slice(8, 16), orgCodeWeights, orgCodeAlphabet) % 11)
  return '0123456789X0'[rest] === text[16] ? undefined : messages.usccOrgCode
}

const idNoWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/**
 * Checks an 身份证号: 17 digits, the check character (upper-case X), and a birth date that exists.
 *
 * @source GB 11643-1999
 */
export function checkIdNo(text: string): string | undefined {
  if (!/^[1-9]\d{16}[\dX]$/.test(text) || !birthDate(text)) return messages.idNo
  const rest = weightedSum(text, idNoWeights, '0123456789') % 11
  return '10X98765432'[rest] === text[17] ? undefined : messages.idNo
}

/** Checks an 身份证号 as `checkIdNo` and that its holder is 18 to 70 years old on the day `now` (ms) falls on in China. */
export function checkDriverIdNo(text: string, now: number): string | undefined {
  const age = ageOn(text, now)
  return checkIdNo(text) ?? (age !== undefined && age >= 18 && age <= 70 ? undefined : messages.driverAge)
}

/** The birth date 'yyyy-MM-dd' in an 身份证号; undefined when no such day exists. */
export function birthDate(idNo: string): string | undefined {
  const day = `${idNo.slice(6, 10)}-${idNo.slice(10, 12)}-${idNo.slice(12, 14)}`
  return parseDate(day) ? day : undefined
}

/** Full years of age of the holder of an 身份证号 at `now` (ms), counted on China's calendar. */
export function ageOn(idNo: string, now: number): number | undefined {
  const born = birthDate(idNo)
  if (born === undefined) return undefined
  const today = formatDate(now)
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4))
  return today.slice(5) < born.slice(5) ? years - 1 : years
}

/** Checks a mainland mobile number. Only the first two digits are fixed: operators open new ranges every few years. */
export function checkMobile(text: string): string | undefined {
  return /^1[3-9]\d{9}$/.test(text) ? undefined : messages.mobile
}

/** Checks a person's bank card: 12 to 19 digits with a Luhn check digit. */
export function checkBankCard(text: string): string | undefined {
  return /^\d{12,19}$/.test(text) && luhnSum(text) % 10 === 0 ? undefined : messages.bankCard
}

/** Checks a company's bank account (对公账号): digits only, because such accounts carry no Luhn digit. */
export function checkCompanyAccount(text: string): string | undefined {
  return /^\d{6,32}$/.test(text) ? undefined : messages.bankAccount
}

/** Checks a 道路运输证号: digits, 12 as a rule and 20 at most. Keep it as text: it may start with 0. */
export function checkTransportCert(text: string): string | undefined {
  return /^\d{1,20}$/.test(text) ? undefined : messages.transportCert
}

/** Checks a 道路运输经营许可证号: digits, 12 as a rule and 50 at most. */
export function checkOperatingPermit(text: string): string | undefined {
  return /^\d{1,50}$/.test(text) ? undefined : messages.operatingPermit
}

/** Checks a 从业资格证号: 18 or 19 characters, usually the holder's 身份证号. */
export function checkQualification(text: string): string | undefined {
  return /^[0-9A-Z]{18,19}$/.test(text) ? undefined : messages.qualification
}

/**
 * The number that stands for the missing 道路运输证 or 经营许可证 of a truck up to 4.5 t: its region (6 digits) and 000000.
 *
 * @planned reporting to the regulator
 */
export function lightTruckPermit(region: string): string {
  return `${region}000000`
}

/**
 * The number that stands for the missing 从业资格证 of a driver of trucks up to 4.5 t: the region of the 身份证号 and
 * 000000000000.
 *
 * @planned reporting to the regulator
 */
export function lightTruckQualification(idNo: string): string {
  return `${idNo.slice(0, 6)}000000000000`
}

function weightedSum(text: string, weights: readonly number[], alphabet: string): number {
  return weights.reduce((total, weight, index) => total + weight * alphabet.indexOf(text.charAt(index)), 0)
}

function luhnSum(digits: string): number {
  const fromRight = digits.split('').map(Number).reverse()
  return fromRight.reduce((total, digit, index) => {
    const counted = index % 2 === 0 ? digit : digit * 2
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
}

/** Checks a bank's 联行号: twelve digits. */
export function checkBankCode(text: string): string | undefined {
  return /^\d{12}$/.test(text) ? undefined : '联行号应为12位数字'
}
