// Abnormal positions and alarms of terminals (异常定位): the kinds, the rules they open and close by, and the steps people take.
import { HOUR_MS, MINUTE_MS } from '../figures/time.ts'
import { machine } from '../states.ts'
import { drivingKinds, drivingLevels, isAlarmLiving, type ToldAlarm } from './drivingAlarms.ts'
import { dueOf } from './due.ts'

/** Groups of kinds: what is wrong with positions is counted by push 29, alarms of terminals stand beside. */
export const abnormalGroups = { position: { label: '定位异常' }, driving: { label: '驾驶报警' } } as const

/** Kinds of abnormal positions, with the rule each opens by: `minutes` is the one figure a branch may set. */
const positionKinds = {
  offline: {
    label: '离线',
    hint: '行驶中（含未熄火、停下不足 5 分钟）无消息超过设定时长；停车时、终端绑定后从未上报时超过 4 小时',
    group: 'position',
    minutes: 15,
    least: 5,
    most: 240,
  },
  noFix: {
    label: '无定位',
    hint: '有消息但没有卫星定位，行驶中（含未熄火、停下不足 5 分钟）超过设定时长；停车时超过 4 小时',
    group: 'position',
    minutes: 20,
    least: 10,
    most: 240,
  },
  overdue: {
    label: '运输超时',
    hint: '计划装货时间、货源约定时间，没有约定的按运距推算的到达时间过后，超过设定时长仍未到',
    group: 'position',
    minutes: 120,
    least: 30,
    most: 1440,
  },
  placeMismatch: {
    label: '围栏外装卸',
    hint: '登记到达前后 10 分钟内，车辆离围栏边界超过 500 米',
    group: 'position',
    minutes: 10,
    least: 5,
    most: 60,
  },
  mismatch: {
    label: '终端与车辆不符',
    hint: '终端里设置的车牌与车辆不符，终端登记在另一家承运商名下，或两台终端争同一号码',
    group: 'position',
    minutes: 0,
    least: 0,
    most: 0,
  },
  jump: {
    label: '漂移',
    hint: '设定时长内位置跳走又跳回 3 次及以上',
    group: 'position',
    minutes: 10,
    least: 5,
    most: 60,
  },
  frozen: {
    label: '定位冻结',
    hint: '位置不变超过设定时长，而速度一直高于 20 km/h，或车载里程增加 5 公里及以上',
    group: 'position',
    minutes: 20,
    least: 10,
    most: 60,
  },
  abroad: {
    label: '坐标越界',
    hint: '连续 3 个及以上位置不在国内',
    group: 'position',
    minutes: 0,
    least: 0,
    most: 0,
  },
  clock: {
    label: '时钟异常',
    hint: '终端时间超前 5 分钟以上，或一直落后 5 分钟以上，连续 5 个及以上位置不能采用',
    group: 'position',
    minutes: 0,
    least: 0,
    most: 0,
  },
} as const
/** All kinds. */
export const abnormalKinds = { ...positionKinds, ...drivingKinds } as const
export type AbnormalKind = keyof typeof abnormalKinds

/** Kinds that positions show by themselves, with their level. */
export const oddLevels = { jump: 3, frozen: 2, abroad: 2, clock: 3 } as const satisfies Partial<
  Record<AbnormalKind, AbnormalLevel>
>
export type OddKind = keyof typeof oddLevels
/** Whether a kind is one that positions show by themselves. */
export const isOddKind = (kind: AbnormalKind): kind is OddKind => Object.hasOwn(oddLevels, kind)

/** Levels, the most pressing first. */
export const abnormalLevels = {
  urgent: { label: '紧急', rank: 1 },
  serious: { label: '重要', rank: 2 },
  usual: { label: '一般', rank: 3 },
} as const
export type AbnormalLevel = 1 | 2 | 3

/** The key of a level. */
export const levelKeyOf = (rank: number): keyof typeof abnormalLevels =>
  rank <= 1 ? 'urgent' : rank === 2 ? 'serious' : 'usual'

export const episodeStates = machine({
  table: 'episodes',
  column: 'state',
  start: 'open',
  states: {
    open: {
      label: '待处理',
      tone: 'warn',
      awaits: { permit: 'abnormal.handle', sides: ['platform', 'branch', 'carrier'] },
    },
    claimed: { label: '处理中', tone: 'busy' },
    handled: { label: '已处理', tone: 'good', final: true },
    falseAlarm: { label: '误报', tone: 'idle', final: true },
    escalated: { label: '已升级', tone: 'bad', awaits: { permit: 'abnormal.handle', sides: ['platform', 'branch'] } },
    recovered: { label: '自动恢复', tone: 'idle' },
  },
  moves: {
    claim: { from: ['open'], to: 'claimed', label: '认领', done: '已认领，办完请写明结果', permit: 'abnormal.handle' },
    release: { from: ['claimed'], to: 'open', label: '放回', done: '已放回，等别人认领', permit: 'abnormal.handle' },
    handle: {
      from: ['open', 'claimed', 'escalated'],
      to: 'handled',
      label: '处理',
      permit: 'abnormal.handle',
      ask: 'reason',
    },
    dismiss: {
      from: ['open', 'claimed', 'escalated'],
      to: 'falseAlarm',
      label: '误报',
      done: '已记为误报',
      permit: 'abnormal.handle',
      danger: true,
      ask: 'reason',
    },
    escalate: {
      from: ['open', 'claimed'],
      to: 'escalated',
      label: '升级',
      permit: 'abnormal.escalate',
      danger: true,
      ask: 'reason',
    },
    /** Nobody took a pressing one in time. */
    raise: { from: ['open'], to: 'escalated', label: '超时升级', permit: 'system' },
    recover: { from: ['open'], to: 'recovered', label: '自动恢复', permit: 'system' },
    /** The same again within a quarter of an hour is the same. */
    reopen: { from: ['recovered'], to: 'open', label: '再次出现', permit: 'system' },
  },
})
export type EpisodeMove = keyof typeof episodeStates.moves

/** Steps people take, in the order of buttons. */
export const episodePeopleMoves = ['claim', 'handle', 'release', 'escalate', 'dismiss'] as const

/** States in which an episode is somebody's business. */
export const livingEpisodes = ['open', 'claimed', 'escalated'] as const

/** The same within this time goes on. */
export const reopenMs = 15 * MINUTE_MS
/** A pressing one nobody claimed is raised to the branch after this, and to the platform after that. */
export const raiseMs = 15 * MINUTE_MS
export const raiseFurtherMs = 60 * MINUTE_MS
/** Episodes of these levels are counted by push 29. */
export const countedLevel = 2
/** Steps taken with many at once. */
export const abnormalBatchMoves = ['claim', 'handle'] as const
export type AbnormalBatchMove = (typeof abnormalBatchMoves)[number]
/** Orders to the terminal of a vehicle whose positions are wrong. */
export const abnormalOrders = ['locate', 'text'] as const
/** Most episodes of one batch. */
export const abnormalBatchMost = 100

/** The rule of a kind as it stands for a branch. */
export interface AbnormalRule {
  readonly isOn: boolean
  readonly minutes: number
}
export type AbnormalRules = Readonly<Record<AbnormalKind, AbnormalRule>>

/** Reports without a fix: since when, and the most the vehicle says to drive meanwhile, 0.1 km/h. */
interface Blind {
  readonly since: number
  readonly mostSpeed: number
}

/** Facts of a vehicle under way. */
export interface UnderWay {
  readonly state: string
  /** Its last position and message; undefined for a vehicle that never told a place. */
  readonly live:
    | {
        readonly at: number
        readonly receivedAt: number
        /** 0.1 km/h. */
        readonly speed: number
        /** Since when it reports without a fix, and the most it says to drive meanwhile; undefined while it has one. */
        readonly noFix: Blind | undefined
        /**
         * The time it had stood at its last position with its engine on, ms; undefined where it drove there, its engine
         * was or went off, or it had stood for long.
         */
        readonly stoodMs: number | undefined
      }
    | undefined
  /**
   * Of a vehicle that never told a place though it has a terminal: since when one is awaited, by the terminal and the
   * waybill, and when the terminal spoke last since then.
   */
  readonly unplaced:
    | { readonly awaitedAt: number; readonly heardAt: number | undefined; readonly noFix: Blind | undefined }
    | undefined
  /** Silence is judged only while the log is alive and the others speak. */
  readonly isSilenceTheirs: boolean
  readonly plannedLoadAt: number | undefined
  readonly loadedAt: number | undefined
  readonly distanceKm: number | undefined
  /** The end of the window its goods appointed at the place it goes to. */
  readonly windowEnd: number | undefined
  /** Its fence there has seen it arrive, whether or not a person has taken that. */
  readonly isProven: boolean
  readonly isWrongTerminal: boolean
  /** Positions of its trail that cannot be trusted, since when. */
  readonly odd: readonly { readonly kind: OddKind; readonly since: number }[]
  /** Alarms its terminal told lately. */
  readonly alarms: readonly ToldAlarm[]
}

/** Silence of so many vehicles, and of such a share of those that had to speak, is ours: no chance silences them together. */
const sharedSilence = { vehicles: 4, share: 0.3 } as const
/** Shorter silence says nothing about anybody. */
const quietMs = 5 * MINUTE_MS

/**
 * Whether the silence of vehicles is ours, by their last words. Only those whose engines were on had to speak: terminals
 * sleep with their engines, and many sleep at the same time.
 */
export function isSilenceOurs(
  words: readonly { readonly receivedAt: number; readonly isAwake: boolean }[],
  now: number,
): boolean {
  const awake = words.filter(({ isAwake }) => isAwake)
  const quiet = awake.filter(({ receivedAt }) => now - receivedAt > quietMs && now - receivedAt < standingMs)
  return quiet.length >= sharedSilence.vehicles && quiet.length >= sharedSilence.share * awake.length
}

/** An abnormal position as it is found: its level, and since when. */
export interface Finding {
  readonly kind: AbnormalKind
  readonly level: AbnormalLevel
  readonly since: number
  /** The last position that tells it, of an alarm of the terminal; and the alarm by its name, of active safety. */
  readonly toldAt?: number
  readonly said?: string | undefined
}

/** Slower than this a vehicle stands, 0.1 km/h. */
const drivingSpeed = 50
/** Standing vehicles may be silent or without a fix for so long. */
export const standingMs = 4 * HOUR_MS
/** Those that stood for less than this with their engines on are at a red light, at a gate or in a jam: on their way. */
export const redLightMs = 5 * MINUTE_MS

/** Whether a vehicle of this speed drives, 0.1 km/h. */
export const isDrivingSpeed = (speed: number): boolean => speed > drivingSpeed

type Live = NonNullable<UnderWay['live']>

/** Whether a vehicle was on its way when its last position came. */
const wasDriving = ({ speed, stoodMs }: Live): boolean =>
  isDrivingSpeed(speed) || (stoodMs !== undefined && stoodMs < redLightMs)
/** Metres beyond the edge of a circle. */
const outsideMost = 500

/** Findings about a vehicle at a moment. */
export function findingsOf(facts: UnderWay, rules: AbnormalRules, now: number): Finding[] {
  const found = [offline(facts, rules, now), noFix(facts, rules), overdue(facts, rules, now)]
  if (facts.isWrongTerminal) found.push({ kind: 'mismatch', level: 1, since: now })
  for (const { kind, since } of facts.odd) found.push({ kind, level: oddLevels[kind], since })
  for (const alarm of facts.alarms)
    if (isAlarmLiving(alarm, rules[alarm.kind].minutes, now))
      found.push({
        kind: alarm.kind,
        level: drivingLevels[alarm.kind],
        since: alarm.since,
        toldAt: alarm.at,
        said: alarm.said,
      })
  return found.filter(one => one !== undefined).filter(({ kind }) => rules[kind].isOn)
}

/** The finding about an arrival that a person entered, by the metres its vehicle was outside the circle. */
export const enteredFinding = (outsideM: number, rules: AbnormalRules, enteredAt: number): Finding | undefined =>
  rules.placeMismatch.isOn && outsideM > outsideMost ? { kind: 'placeMismatch', level: 1, since: enteredAt } : undefined

function offline(
  { live, unplaced, isSilenceTheirs }: UnderWay,
  rules: AbnormalRules,
  now: number,
): Finding | undefined {
  if (!isSilenceTheirs) return undefined
  if (unplaced) {
    const since = unplaced.heardAt ?? unplaced.awaitedAt
    return now - since > standingMs ? { kind: 'offline', level: 2, since } : undefined
  }
  if (!live) return undefined
  const silentMs = now - live.receivedAt
  const most = wasDriving(live) ? rules.offline.minutes * MINUTE_MS : standingMs
  if (silentMs <= most) return undefined
  const level = silentMs > 2 * HOUR_MS ? 1 : silentMs > 30 * MINUTE_MS ? 2 : 3
  return { kind: 'offline', level, since: live.receivedAt }
}

function noFix({ live, unplaced }: UnderWay, rules: AbnormalRules): Finding | undefined {
  if (unplaced) return neverFixed(unplaced, rules)
  if (!live?.noFix) return undefined
  const { since, mostSpeed } = live.noFix
  const isDriving = isDrivingSpeed(mostSpeed) || wasDriving(live)
  const most = isDriving ? rules.noFix.minutes * MINUTE_MS : standingMs
  // time without a word is no time without a fix
  if (live.receivedAt - since <= most) return undefined
  return { kind: 'noFix', level: isDriving ? 2 : 3, since }
}

/** A terminal that speaks and has never told a place: heartbeats alone, or reports without a fix. */
function neverFixed(
  { awaitedAt, heardAt, noFix: blind }: NonNullable<UnderWay['unplaced']>,
  rules: AbnormalRules,
): Finding | undefined {
  if (heardAt === undefined) return undefined
  const since = blind?.since ?? awaitedAt
  const isDriving = blind !== undefined && isDrivingSpeed(blind.mostSpeed)
  if (heardAt - since <= (isDriving ? rules.noFix.minutes * MINUTE_MS : standingMs)) return undefined
  return { kind: 'noFix', level: isDriving ? 2 : 3, since }
}

/** When a vehicle is due where it goes, and by what; undefined where nobody said, and for one that goes nowhere. */
export function dueUnderWay({
  state,
  plannedLoadAt,
  loadedAt,
  distanceKm,
  windowEnd,
}: Pick<UnderWay, 'state' | 'plannedLoadAt' | 'loadedAt' | 'distanceKm' | 'windowEnd'>): ReturnType<typeof dueOf> {
  const goal = state === 'toLoad' ? 'load' : state === 'inTransit' ? 'unload' : undefined
  return goal && dueOf({ goal, plannedLoadAt, loadedAt, distanceKm, windowEnd })
}

function overdue(facts: UnderWay, rules: AbnormalRules, now: number): Finding | undefined {
  const due = dueUnderWay(facts)
  if (due === undefined || facts.isProven || now <= due.at + rules.overdue.minutes * MINUTE_MS) return undefined
  return { kind: 'overdue', level: 1, since: due.at }
}

/** Kinds that positions do not close: a person's entry stays where it was made, until it is corrected. */
export const staysOpen = (kind: AbnormalKind): boolean => kind === 'placeMismatch'
