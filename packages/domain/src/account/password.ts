// Rules for passwords: two policies over one table of rules; the form shows the rules, the server enforces them.
import { passwordMax } from './account.ts'
import { commonWhole, commonWords } from './commonPasswords.ts'
import { DAY_MS } from '../figures/time.ts'

interface PolicyRow {
  readonly label: string
  /** Fewest and most characters. */
  readonly min: number
  readonly max: number
  /** Kinds of characters wanted, of four: capital letters, small letters, figures, others. */
  readonly classes: number
  /** Earlier passwords that may not come back. */
  readonly history: number
  /** Days after which it must be changed; undefined is never. */
  readonly days: number | undefined
}

/**
 * Password policies; an installation chooses one by `PASSWORD_POLICY`.
 *
 * @source dengbao: GB/T 22239 等级保护 identity controls as assessors read them; asvs: OWASP ASVS 5.0 §6.2
 */
export const passwordPolicies = {
  dengbao: { label: '等级保护', min: 8, max: 64, classes: 3, history: 5, days: 90 },
  asvs: { label: 'ASVS', min: 8, max: passwordMax, classes: 0, history: 0, days: undefined },
} as const satisfies Readonly<Record<string, PolicyRow>>
export type PasswordPolicy = keyof typeof passwordPolicies

/** Words about the owner that a password must not contain, because they are guessed first. */
export interface PasswordOwner {
  readonly account: string
  readonly name: string
  readonly company?: string | undefined
  readonly shortName?: string | undefined
}

interface Rule {
  readonly key: string
  /** The rule as the form lists it. */
  readonly text: string
  /** The message shown when the rule is broken. */
  readonly fault: string
  holds(password: string, owner: PasswordOwner): boolean
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The number of kinds of characters in a password, 0 to 4: capitals, small letters, digits, others. */
export function classesOf(password: string): number {
  return [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{Lu}\p{Ll}\p{Nd}]/u].filter(kind => kind.test(password)).length
}

const product = ['yunshu', '运枢'] as const

/** Endings that make a company of a name; people would type the rest as a password. */
const companyEndings = /(?:股份|有限责任|有限|分公司|公司|集团|物流|运输|货运|供应链|管理|科技|贸易|商贸|实业)+$/u

/** True if the password holds a word everybody around the owner knows. */
function namesOwner(password: string, { account, name, company, shortName }: PasswordOwner): boolean {
  const text = fold(password)
  const known = fold(account)
  const words = [
    known,
    Array.from(known).reverse().join(''),
    fold(name),
    fold(company ?? ''),
    fold(shortName ?? ''),
    fold(company ?? '').replace(companyEndings, ''),
    ...product,
  ]
  return words.some(word => word.length >= 2 && text.includes(word))
}

const plainOf: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
}
const figureOf: Readonly<Record<string, string>> = {
  '!': '1',
  '@': '2',
  '#': '3',
  $: '4',
  '%': '5',
  '^': '6',
  '&': '7',
  '*': '8',
  '(': '9',
  ')': '0',
}

const written = (text: string, as: Readonly<Record<string, string>>): string =>
  Array.from(text)
    .map(char => as[char] ?? char)
    .join('')

/** True for a row of one step: 23456789, hgfedcba, and one character again and again. */
function isRun(text: string): boolean {
  const codes = Array.from(text).map(char => char.codePointAt(0) ?? 0)
  const step = (codes[1] ?? 0) - (codes[0] ?? 0)
  return (
    codes.length > 2 && Math.abs(step) <= 1 && codes.every((code, i) => i === 0 || code - (codes[i - 1] ?? 0) === step)
  )
}

/** Figures that are a date of birth, a mobile number, a run, or one short thing repeated. */
const isKnownNumber = (figures: string): boolean =>
  /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(figures) ||
  /^1[3-9]\d{9}$/.test(figures) ||
  isRun(figures) ||
  /^(.{1,4})\1+$/.test(figures)

/**
 * True if the password is one of those tried first: as it stands, or a common word with figures and signs around it.
 */
export function isCommon(password: string): boolean {
  const text = fold(password)
  const figures = written(text, figureOf)
  if ([text, figures].some(form => commonWhole.has(form) || isRun(form) || /^(.{1,5})\1+$/u.test(form))) return true
  const core = text.replace(/^\P{L}+|\P{L}+$/gu, '')
  if ([core, written(core, plainOf), core.replace(/\P{L}/gu, '')].some(word => commonWords.has(word))) return true
  // one's initials before or after a birthday or a telephone number
  return core.length <= 3 && /^[a-z]*$/.test(core) && isKnownNumber(text.replace(/\D/g, ''))
}

/** The rules of a policy a password alone can be judged by, in the order the form lists them. */
export function passwordRules(policy: PasswordPolicy): readonly Rule[] {
  const { min, max, classes } = passwordPolicies[policy]
  return [
    {
      key: 'length',
      text: `${min}–${max} 个字符${classes === 0 ? '，建议 15 个以上' : ''}`,
      fault: `应为${min}–${max}个字符`,
      holds: password => Array.from(password).length >= min && password.length <= max,
    },
    ...(classes === 0
      ? []
      : [
          {
            key: 'classes',
            text: `大写字母、小写字母、数字、符号中至少 ${classes} 种`,
            fault: `大写字母、小写字母、数字、符号至少要有${classes}种`,
            holds: (password: string) => classesOf(password) >= classes,
          },
        ]),
    {
      key: 'owner',
      text: '不含账号（正写或倒写）、姓名、企业名称',
      fault: '不能含有账号（正写或倒写）、姓名、企业或产品名称',
      holds: (password, owner) => !namesOwner(password, owner),
    },
    {
      key: 'common',
      text: '不是常见密码',
      fault: '太常见，容易被猜到，请换一个',
      holds: password => !isCommon(password),
    },
  ]
}

/**
 * The first fault of a password under a policy, in Chinese; undefined if there is none. The server compares earlier
 * passwords itself.
 */
export function checkPassword(policy: PasswordPolicy, password: string, owner: PasswordOwner): string | undefined {
  return passwordRules(policy).find(rule => !rule.holds(password, owner))?.fault
}

/** True if a password changed at `changedAt` (ms; 0: not known) is too old under the policy. */
export function isPasswordExpired(policy: PasswordPolicy, changedAt: number, now: number): boolean {
  const { days } = passwordPolicies[policy]
  return days !== undefined && changedAt > 0 && now - changedAt >= days * DAY_MS
}

/** The strength of a password: 0 weak, 1 fair, 2 strong; a common password is weak whatever its length. */
export function passwordStrength(password: string): 0 | 1 | 2 {
  if (isCommon(password)) return 0
  const pool = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 33],
  ] as const
  const bits =
    new Set(password).size * Math.log2(pool.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 1))
  return bits < 45 ? 0 : bits < 75 ? 1 : 2
}
