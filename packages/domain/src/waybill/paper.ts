// A waybill on paper (纸质运单) and the check of it (核验) by whoever holds its number and its code of six digits.
import { DAY_MS, MINUTE_MS } from '../figures/time.ts'

/** The verdicts whoever checked a waybill may leave. */
export const checkVerdicts = {
  passed: { label: '核验通过', tone: 'good' },
  doubtful: { label: '有疑问', tone: 'bad' },
} as const
export type CheckVerdict = keyof typeof checkVerdicts

/** Wrong pairs of number and code: of one line for one number, and of everybody for one number. */
export const checkTries = {
  line: { most: 5, windowMs: 30 * MINUTE_MS },
  number: { most: 60, windowMs: DAY_MS },
} as const

/** The most waybills of one check; each of them is one try. */
export const checksAtOnce = 20

/** Pairs as they are pasted, one a line, number and code apart by blanks or a comma. */
export const readPairs = (text: string): { waybillNo: string; checkCode: string }[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      const [waybillNo = '', checkCode = ''] = line.split(/[\s,，;；]+/)
      return { waybillNo, checkCode }
    })

/** Verdicts a waybill takes in a day; more come from nobody who checks. */
export const verdictsPerDay = 20

/** Days a link to a paper lives; a waybill has at most ten live ones of a company. */
export const paperLinkLimits = { usualDays: 7, daysMax: 90, live: 10 } as const

/** The copies of a waybill, one for each party. */
export const paperCopies = ['第一联　托运人', '第二联　承运人', '第三联　收货人'] as const

/** Words behind the `#` of the address of the check: they reach no server and no log. */
const words = { waybillNo: 'no', checkCode: 'code', linkCode: 'link' } as const
interface Check {
  readonly waybillNo: string
  readonly checkCode: string
  /** The link through which the holder may see the amount as well. */
  readonly linkCode?: string | undefined
}

/** The fragment that fills the form of the check; printed as a code on the paper. */
export function checkFragment({ waybillNo, checkCode, linkCode }: Check): string {
  const link = linkCode === undefined ? '' : `&${words.linkCode}=${linkCode}`
  return `#${words.waybillNo}=${encodeURIComponent(waybillNo)}&${words.checkCode}=${checkCode}${link}`
}

/** The pair in a fragment, empty where it is missing. */
export function readCheckFragment(fragment: string): Check {
  const parts = new Map(
    fragment
      .replace(/^#/, '')
      .split('&')
      .map(part => {
        const [name = '', value = ''] = part.split('=')
        return [name, value]
      }),
  )
  const text = (name: string): string => {
    try {
      return decodeURIComponent(parts.get(name) ?? '')
    } catch {
      return ''
    }
  }
  const linkCode = text(words.linkCode)
  return {
    waybillNo: text(words.waybillNo),
    checkCode: text(words.checkCode),
    ...(linkCode === '' ? {} : { linkCode }),
  }
}
