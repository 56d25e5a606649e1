// Invented people, companies and papers for demo data: valid check digits, nobody real, the same on every run.
import { createHash } from 'node:crypto'
import { checkBankCard, checkIdNo, checkUscc } from '@yunshu/domain/identity/identity'

/**
 * A stable id for a demo record, made from its name; it says 2025, so that what people add later is newer in every
 * list.
 */
export function demoId(name: string): string {
  const hex = createHash('sha256').update(`yunshu demo ${name}`).digest('hex')
  return `01942${hex.slice(5, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Stable handle of a demo user: 22 characters. */
export const demoHandle = (account: string): string =>
  createHash('sha256').update(`handle ${account}`).digest('base64url').slice(0, 22)

/** Small seeded generator (mulberry32): demo data must not differ between two starts. */
export function dice(seed: number): {
  next(): number
  int(min: number, max: number): number
  pick<T>(list: readonly T[]): T
} {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    pick: list => {
      const item = list[int(0, list.length - 1)]
      if (item === undefined) throw new Error('pick from an empty list')
      return item
    },
  }
}

function completed(start: string, alphabet: string, check: (text: string) => string | undefined): string {
  for (const last of alphabet) if (check(start + last) === undefined) return start + last
  throw new Error(`no check character fits ${start}`)
}

/** Credit code number `n` of a region: valid by its check character. */
export const demoUscc = (region: string, n: number): string =>
  completed(`91${region}MA6DEM${String(n).padStart(2, '0')}X`, '0123456789ABCDEFGHJKLMNPQRTUWXY', checkUscc)

/** Id number of an invented person: sequence numbers above 900 are not given to residents. */
export const demoIdNo = (region: string, birth: string, n: number): string =>
  completed(`${region}${birth}${900 + (n % 100)}`, '0123456789X', checkIdNo)

/** Mobile numbers of the 199-0000-xxxx block. */
export const demoMobile = (n: number): string => `1990000${String(n % 10_000).padStart(4, '0')}`

/** Bank card with valid Luhn digit under a demo prefix. */
export const demoCard = (n: number): string =>
  completed(`622202${String(n).padStart(12, '0')}`, '0123456789', checkBankCard)

const surnames = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜'
const given = [
  '建国',
  '志强',
  '国庆',
  '海涛',
  '德明',
  '永福',
  '长顺',
  '玉兰',
  '秀英',
  '春生',
  '立新',
  '文斌',
  '大勇',
  '小军',
  '福海',
  '广林',
  '振华',
  '庆丰',
  '兴旺',
  '学军',
]

/** Name of invented person `n`. */
export const demoName = (n: number): string =>
  `${surnames[(n * 7) % surnames.length] ?? '赵'}${given[(n * 3) % given.length] ?? '建国'}`
