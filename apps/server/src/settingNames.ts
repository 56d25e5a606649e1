// Names in the environment that look like settings of ours and are none: each is one line with the nearest real name.
import { settingNames } from './config.ts'

/** Names of ours that are no settings of the server: its own processes, tests and benches give them to each other. */
const insiders = new Set([
  'YUNSHU_BEGUN',
  'YUNSHU_EPHEMERAL_DATABASE',
  'YUNSHU_TEST_REPORT',
  'TEST_DATABASE_URL',
  'TEST_SEEDED_AT',
  'API_PORT',
])

/** First words of our settings (`S3_`, `PUSH_`): a name of such a family is meant for us. */
const families = new Set(['YUNSHU_', ...settingNames.flatMap(name => /^[A-Z\d]+_/.exec(name)?.[0] ?? [])])

/** Kubernetes gives each container the places of all services, for instance `NATS_SERVICE_HOST` and `NATS_PORT`. */
const isOfCluster = (name: string): boolean => /_SERVICE_|_PORT(?:_\d+_|$)/.test(name)

/** The fewest letters to add, drop, change or swap with their neighbour that make one text of the other. */
function distanceOf(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const fewest = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwap ? at(i - 2, j - 2) + 1 : Infinity,
      )
      rows[i]?.splice(j, 1, fewest)
    }
  return at(a.length, b.length)
}

/** The letters a name may differ in: one of a short name (HOME is not HOST), two of a long one. */
const slipsOf = (name: string): number => (name.length < 8 ? 1 : 2)

/** The line about one name of the environment; undefined for a setting of ours and for a name of others. */
function faultOf(name: string): string | undefined {
  if (settingNames.includes(name) || insiders.has(name) || isOfCluster(name)) return undefined
  const bare = name.toUpperCase().replace(/^YUNSHU_/, '')
  const family = /^[A-Z\d]+_/.exec(name.toUpperCase())?.[0] ?? ''
  // an environment has a hundred names of others: their lengths say of most settings that they are no slip of one
  const near = settingNames
    .filter(setting => families.has(family) || Math.abs(setting.length - bare.length) <= slipsOf(setting))
    .map(setting => ({ setting, slips: distanceOf(bare, setting) }))
    .sort((a, b) => a.slips - b.slips)
  const slip = near.find(({ setting, slips }) => slips <= slipsOf(setting))
  // a name that is no slip of the pen is compared with those of its family alone
  const nearest =
    slip ?? (families.has(family) ? (near.find(({ setting }) => setting.startsWith(family)) ?? near[0]) : undefined)
  if (!nearest) return undefined
  return `设置 ${name} 不存在，已忽略：最接近的设置是 ${nearest.setting}`
}

/** One line for each name of the environment that looks like a setting and is none; values are never repeated. */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env).flatMap(name => (env[name] === undefined ? [] : (faultOf(name) ?? [])))
}
