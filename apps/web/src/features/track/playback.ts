// The arithmetic of a trail played again: what is drawn of it, where it stood, where nothing came, and the place at a moment.
import type { SealedTrail } from '@yunshu/contract/track/evidence'
import type { TrailAlarm, TrailEpisode, TrailVisit } from '@yunshu/contract/track/map'
import { fenceKinds } from '@yunshu/domain/fence'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { abnormalKinds } from '@yunshu/domain/track/abnormal'
import { isTrusted, type Point } from '@yunshu/track/point'
import { classifiedPoints } from '@yunshu/track/quality'
import { readSegment } from '@yunshu/track/segment'
import { journeyOf, type Journey } from '@yunshu/track/stops'
import { alarmSpansOf, alarmText, type AlarmSpan } from './alarmSpans.ts'

/** Nothing came for longer than this, ms: drawn dashed, for nobody knows the way; metres count it like every step. */
const dashMs = 5 * 60_000
/** Alarms of a terminal that are marked, at most so many: a month of one that is out of order. */
const alarmsMost = 500
/** Speeds of playback, times the clock. */
export const playSpeeds = [1, 2, 4, 8, 16, 32, 64] as const

const usualSpeed = 16
/** The speed an address says. */
export const speedIn = (params: URLSearchParams): number =>
  playSpeeds.find(each => String(each) === params.get('speed')) ?? usualSpeed
/** A moment an address says, ms; the fallback where it says none. */
export function momentIn(params: URLSearchParams, name: string, fallback: number): number {
  const ms = Number(params.get(name))
  return Number.isSafeInteger(ms) && ms > 0 ? ms : fallback
}

interface Span {
  readonly fromAt: number
  readonly toAt: number
}

export interface Stop extends Span {
  readonly at: Point
}

/** A visit, an abnormal position or an alarm of the terminal, at the place where the vehicle was when it began. */
export interface Told {
  readonly kind: 'visit' | 'alarm' | 'terminal'
  readonly fromAt: number
  readonly toAt: number
  readonly at: Point
  readonly text: string
}

/** Marks of an answer: visits of fences, abnormal positions and alarms of active safety. */
export interface TrailMarks {
  readonly visits: readonly TrailVisit[]
  readonly episodes: readonly TrailEpisode[]
  readonly alarms: readonly TrailAlarm[]
}
const noMarks: TrailMarks = { visits: [], episodes: [], alarms: [] }

/** Marks of a sealed trail; a stay or a fault that had not ended lasts to the end of what was sealed. */
export function sealedMarks(
  { visits, episodes }: Pick<SealedTrail, 'visits' | 'episodes'>,
  waybillNo: string,
  endAt: number,
): TrailMarks {
  return {
    visits: visits.flatMap(({ kind, enteredAt, leftAt = endAt, isCounted }) =>
      isFenceKind(kind) ? [{ kind, fence: '', fromAt: enteredAt, toAt: leftAt, isCounted, waybillNo }] : [],
    ),
    episodes: episodes.flatMap(({ kind, fromAt, toAt = endAt }) =>
      isAbnormalKind(kind) ? [{ kind, fromAt, toAt }] : [],
    ),
    // a sealed trail holds the alarm word alone
    alarms: [],
  }
}
const isFenceKind = (kind: string): kind is TrailVisit['kind'] => Object.hasOwn(fenceKinds, kind)
const isAbnormalKind = (kind: string): kind is TrailEpisode['kind'] => Object.hasOwn(abnormalKinds, kind)

/** A trail ready to be played. */
export interface Playback {
  /** Positions that are drawn, in order. */
  readonly points: readonly Point[]
  /** Positions that are not: without a fix, out of the way, out of time; not those of a spare terminal beside the main one. */
  readonly leftOut: number
  /** Steps that are drawn dashed. */
  readonly dashes: readonly Span[]
  /** Times without a position by the rule of 里程报表 and of sealed trails. */
  readonly gaps: readonly Span[]
  readonly stops: readonly Stop[]
  /** In order of time. */
  readonly told: readonly Told[]
  /** Alarms of the terminal beyond those that are marked. */
  readonly unmarked: number
  readonly distanceM: number
  /** Metres of it within which nothing came: the line over a gap. */
  readonly gapM: number
}

/** The positions of an answer, in order, each with the class its neighbours give it. */
export function pointsOf(hours: readonly { readonly hourAt: number; readonly body: string }[]): Point[] {
  const points = hours
    .toSorted((a, b) => a.hourAt - b.hourAt)
    .flatMap(({ hourAt, body }) =>
      readSegment(
        hourAt,
        Uint8Array.from(atob(body), letter => letter.charCodeAt(0)),
      ),
    )
  return classifiedPoints(points)
}

/**
 * Makes a trail of positions: only those that may be trusted are drawn and counted. `spans` are the times the reader may
 * see, where they are several: what lies between two of them is no way of the reader's.
 */
export function playbackOf(
  all: readonly Point[],
  { spans = [], ...marks }: TrailMarks & { readonly spans?: readonly Span[] } = noMarks,
): Playback {
  const points = all.filter(isTrusted).toSorted((a, b) => a.at - b.at)
  const alarms = [...alarmSpansOf(all.toSorted((a, b) => a.at - b.at)), ...marks.alarms].toSorted(
    (a, b) => a.fromAt - b.fromAt,
  )
  const journeys = stretchesOf(points, spans).map(stretch => journeyOf(stretch))
  const sum = (read: (journey: Journey) => number): number => journeys.reduce((whole, one) => whole + read(one), 0)
  return {
    points,
    leftOut: all.filter(point => !isTrusted(point) && point.cls !== 'duplicate').length,
    dashes: points.flatMap(({ at: toAt }, i) => {
      const fromAt = points[i - 1]?.at ?? toAt
      return toAt - fromAt > dashMs ? [{ fromAt, toAt }] : []
    }),
    gaps: journeys.flatMap(({ gaps }) => gaps),
    stops: stopsOf(points, journeys),
    told: toldOf(points, marks, alarms.slice(0, alarmsMost)),
    unmarked: Math.max(0, alarms.length - alarmsMost),
    distanceM: sum(({ distanceM }) => distanceM),
    gapM: sum(({ gapM }) => gapM),
  }
}

/** Positions of times that touch each other; all of them where no times are told. */
function stretchesOf(points: readonly Point[], spans: readonly Span[]): Point[][] {
  const stretches = new Map<number, Point[]>()
  for (const point of points) {
    const seams = spans.filter(
      ({ toAt }) => toAt < point.at && !spans.some(one => one.fromAt <= toAt && one.toAt > toAt),
    )
    const stretch = stretches.get(seams.length) ?? []
    stretches.set(seams.length, stretch)
    stretch.push(point)
  }
  return [...stretches.values()]
}

const visitText = ({ kind, fence, isCounted }: TrailVisit): string =>
  `${isCounted ? '' : '经过'}${fenceKinds[kind]}围栏 ${fence}`.trim()

/** Marks within the time that is drawn, each cut to it. */
function toldOf(points: readonly Point[], { visits, episodes }: TrailMarks, alarms: readonly AlarmSpan[]): Told[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  return [
    ...visits.map(visit => ({ ...visit, kind: 'visit' as const, text: visitText(visit) })),
    ...episodes.map(one => ({ ...one, kind: 'alarm' as const, text: abnormalKinds[one.kind].label })),
    ...alarms.map(one => ({ ...one, kind: 'terminal' as const })),
  ]
    .filter(({ fromAt, toAt }) => fromAt <= last.at && toAt >= first.at)
    .flatMap(({ kind, text, ...span }) => {
      const [fromAt, toAt] = [Math.max(span.fromAt, first.at), Math.min(span.toAt, last.at)]
      const at = placeAtMoment({ points }, fromAt)
      return at ? [{ kind, text, fromAt, toAt, at }] : []
    })
    .toSorted((a, b) => a.fromAt - b.fromAt)
}

/** Stops by the rule of 停车记录, each at the position it began with, in the middle of its fixes. */
function stopsOf(points: readonly Point[], journeys: readonly Journey[]): Stop[] {
  return journeys
    .flatMap(({ stops }) => stops)
    .flatMap(({ fromAt, toAt, lonE6, latE6 }) => {
      const first = points[countUpTo(points, fromAt) - 1]
      return first === undefined ? [] : [{ fromAt, toAt, at: { ...first, lonE6, latE6 } }]
    })
}

/** The number of drawn positions up to a moment. */
export function countUpTo(points: readonly Point[], at: number): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** The vehicle at a moment: between two positions in proportion, in a gap where it was last seen. */
export function placeAtMoment(
  { points }: Pick<Playback, 'points'>,
  at: number,
): (Point & { isGap: boolean }) | undefined {
  const count = countUpTo(points, at)
  const before = points[count - 1]
  const after = points[count]
  if (!before) return points[0] && { ...points[0], isGap: false }
  if (!after || before.datum !== after.datum) return { ...before, isGap: false }
  if (after.at - before.at > dashMs) return { ...before, isGap: at > before.at }
  const share = (at - before.at) / (after.at - before.at)
  const between = (a: number, b: number): number => Math.round(a + (b - a) * share)
  return {
    ...before,
    lonE6: between(before.lonE6, after.lonE6),
    latE6: between(before.latE6, after.latE6),
    speed: between(before.speed, after.speed),
    isGap: false,
  }
}

const classWords: Readonly<Partial<Record<Point['cls'], string>>> = { good: '正常', late: '补传' }

/** Text of a file between commas: names come from people. */
function cell(text: string): string {
  // a text that begins like a formula is read as one by spreadsheets
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

const head = [
  '车牌',
  '时间',
  '经度',
  '纬度',
  '坐标系',
  '速度(km/h)',
  '方向',
  '点火',
  '类别',
  '终端报警',
  '结束时间',
  '说明',
]
const toldWords: Readonly<Record<Told['kind'], string>> = {
  visit: '围栏',
  alarm: '定位异常',
  terminal: '终端报警',
}

const placeCells = ({ lonE6, latE6, datum }: Point): string[] => [
  (lonE6 / 1e6).toFixed(6),
  (latE6 / 1e6).toFixed(6),
  datum,
]

/** The spans drawn over a trail as lines of its file. */
function spanLines({ points, stops, gaps, told }: Playback): { at: number; cells: string[] }[] {
  const line = (word: string, span: { fromAt: number; toAt: number }, at: Point, text = '') => ({
    at: span.fromAt,
    cells: [formatDateTime(span.fromAt), ...placeCells(at), '', '', '', word, '', formatDateTime(span.toAt), text],
  })
  return [
    ...gaps.flatMap(gap => {
      const before = points[countUpTo(points, gap.fromAt) - 1]
      return before ? [line('无信号', gap, before)] : []
    }),
    ...stops.map(stop => line('停车', stop, stop.at)),
    ...told.map(one => line(toldWords[one.kind], one, one.at, one.text)),
  ]
}

/** The file of what is drawn, by time: a line for each position as it was received, and for each span marked on it. */
export function csvOf(plate: string, playback: Playback): string {
  const positions = playback.points.map(point => ({
    at: point.at,
    cells: [
      formatDateTime(point.at),
      ...placeCells(point),
      (point.speed / 10).toFixed(1),
      String(point.heading),
      point.hasIgnition ? '是' : '否',
      classWords[point.cls] ?? point.cls,
      alarmText(point),
      '',
      '',
    ],
  }))
  const lines = [...positions, ...spanLines(playback)]
    .toSorted((a, b) => a.at - b.at)
    .map(({ cells }) => [plate, ...cells])
  // the mark lets spreadsheets read Chinese
  return `\uFEFF${[head, ...lines].map(line => line.map(cell).join(',')).join('\r\n')}\r\n`
}
