// A trail played again: gaps, stops and distance, the place at a moment, and a file of exactly what is drawn.
import { alarmBits } from '@yunshu/jt808/alarms'
import type { Point } from '@yunshu/track/point'
import { hourOf, writeSegment } from '@yunshu/track/segment'
import { journeyOf } from '@yunshu/track/stops'
import { expect, test } from 'vitest'
import { countUpTo, csvOf, momentIn, placeAtMoment, playbackOf, pointsOf, sealedMarks, speedIn } from './playback.ts'

const start = hourOf(1_790_000_000_000)
const point = (second: number, over: Partial<Point> = {}): Point => ({
  at: start + second * 1000,
  lonE6: 109_000_000 + second * 200,
  latE6: 34_000_000,
  speed: 600,
  heading: 90,
  hasIgnition: true,
  cls: 'good',
  source: '808',
  datum: 'wgs84',
  odometer: undefined,
  alarms: 0,
  ...over,
})
const standing = { lonE6: 109_010_000, speed: 0 }

test('an answer of hours in any order is read back as the positions that were sent', () => {
  const points = [point(10), point(20), point(3700)]
  const hours = [points.slice(2), points.slice(0, 2)].map(inHour => {
    const hourAt = hourOf(inHour[0]?.at ?? 0)
    return { hourAt, body: Buffer.from(writeSegment(hourAt, inHour)).toString('base64') }
  })
  expect(pointsOf(hours)).toEqual(points)
  // one that leaps away and comes back is a jump, which segments do not say
  const leapt = [point(10), point(20, { latE6: 34_500_000 }), point(30)]
  const body = Buffer.from(writeSegment(start, leapt)).toString('base64')
  expect(pointsOf([{ hourAt: start, body }]).map(({ cls }) => cls)).toEqual(['good', 'jump', 'good'])
})

test('only trusted positions are drawn and counted; metres, gaps and stops are those of reports and sealed trails', () => {
  const positions = [
    point(0),
    point(10),
    point(15, { cls: 'jump', latE6: 40_000_000 }),
    point(20, { cls: 'late' }),
    // a quarter of an hour is drawn dashed, and counts like every step
    point(920),
    point(930),
    // beyond half an hour nothing came: a gap, whose line is told beside the whole
    point(3000),
    point(3010),
  ]
  const made = playbackOf(positions)
  expect([made.points.length, made.leftOut]).toEqual([7, 1])
  expect(made.dashes.map(({ fromAt, toAt }) => [fromAt - start, toAt - start])).toEqual([
    [20_000, 920_000],
    [930_000, 3_000_000],
  ])
  const { distanceM, gapM, gaps, stops } = journeyOf(positions)
  expect([made.distanceM, made.gapM, made.gaps, made.stops]).toEqual([distanceM, gapM, gaps, stops])
  expect([made.gaps.length, made.gapM > 37_000, made.distanceM > made.gapM + 17_000]).toEqual([1, true, true])
})

test('between two times a reader may see lies no way of theirs, and between two that touch no seam', () => {
  const positions = [point(0), point(10), point(5000), point(5010)]
  const spansOf = (...seconds: readonly (readonly [number, number])[]) =>
    playbackOf(positions, {
      visits: [],
      episodes: [],
      alarms: [],
      spans: seconds.map(([from, to]) => ({ fromAt: start + from * 1000, toAt: start + to * 1000 })),
    })
  const apart = spansOf([0, 100], [4900, 6000])
  expect([apart.gaps, apart.gapM, Math.abs(apart.distanceM - 366) < 4]).toEqual([[], 0, true])
  for (const touching of [spansOf([0, 6000]), spansOf([0, 100], [100, 6000]), spansOf([0, 5005], [200, 6000])])
    expect([touching.gaps.length, touching.distanceM]).toEqual([1, journeyOf(positions).distanceM])
})

test('a vehicle stops when it stands five minutes; a gap ends a stop, and drift adds no way', () => {
  const parked = Array.from({ length: 40 }, (_, i) =>
    point(100 + i * 10, { ...standing, lonE6: standing.lonE6 + (i % 2) * 150 }),
  )
  const made = playbackOf([
    point(90),
    ...parked,
    point(500),
    ...parked.slice(0, 3).map(p => ({ ...p, at: p.at + 1e7 })),
  ])
  expect(made.stops.map(({ fromAt, toAt }) => [fromAt - start, toAt - start])).toEqual([[100_000, 490_000]])
  const drifting = playbackOf(parked)
  expect(drifting.distanceM).toBe(0)
})

test('the place at a moment lies between two positions, and in a gap where the vehicle was last seen', () => {
  const made = playbackOf([point(0), point(10), point(1000)])
  expect(placeAtMoment(made, start + 5000)).toMatchObject({ lonE6: 109_001_000, isGap: false })
  expect(placeAtMoment(made, start + 500_000)).toMatchObject({ lonE6: 109_002_000, isGap: true })
  expect(placeAtMoment(made, start - 1)).toMatchObject({ lonE6: 109_000_000 })
  expect(placeAtMoment({ points: [] }, start)).toBeUndefined()
  expect([-1, 0, 9999, 10_000, 2_000_000].map(ms => countUpTo(made.points, start + ms))).toEqual([0, 1, 1, 2, 3])
})

test('the file has a line for each position that is drawn and no other', () => {
  const made = playbackOf([point(0), point(10, { cls: 'jump' }), point(20, { cls: 'late' })])
  const lines = csvOf('冀A12345', made).replace('\uFEFF', '').trim().split('\r\n')
  expect(lines).toHaveLength(1 + made.points.length)
  expect(lines[1]).toMatch(/^冀A12345,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,109\.000000,34\.000000,wgs84,60\.0,90,是,正常,,,$/)
  expect(lines[2]).toMatch(/补传,,,$/)
})

test('visits and abnormal positions are marks at the place where they began, cut to what is drawn, and lines of the file', () => {
  const visit = { kind: 'load', fence: '=一号,"矿"', waybillNo: 'YD1', isCounted: true } as const
  const marks = {
    visits: [
      { ...visit, fromAt: start - 60_000, toAt: start + 5000 },
      { ...visit, fence: '二号', isCounted: false, fromAt: start + 8000, toAt: start + 9000 },
      { ...visit, fromAt: start + 3e6, toAt: start + 4e6 },
    ],
    episodes: [{ kind: 'offline', fromAt: start + 20_000, toAt: start + 5e6 }],
    alarms: [{ fromAt: start + 10_000, toAt: start + 10_000, text: '接打电话报警' }],
  } as const
  const made = playbackOf([point(0), point(10), point(20), point(2000)], marks)
  expect(
    made.told.map(({ kind, fromAt, toAt, text, at }) => [kind, fromAt - start, toAt - start, text, at.lonE6]),
  ).toEqual([
    ['visit', 0, 5000, '装货围栏 =一号,"矿"', 109_000_000],
    ['visit', 8000, 9000, '经过装货围栏 二号', 109_001_600],
    ['terminal', 10_000, 10_000, '接打电话报警', 109_002_000],
    ['alarm', 20_000, 2_000_000, '离线', 109_004_000],
  ])
  const lines = csvOf('冀A12345', made).trim().split('\r\n')
  // four positions, a gap and four marks, by time
  expect(lines).toHaveLength(1 + 4 + 1 + 4)
  expect(
    lines.filter(line => /,(?:围栏|定位异常),/.test(line)).map(line => line.split(',').slice(8).join(',')),
  ).toEqual([
    expect.stringMatching(/^围栏,,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,"装货围栏 =一号,""矿"""$/),
    expect.stringMatching(/^围栏,.*,经过装货围栏 二号$/),
    expect.stringMatching(/^定位异常,.*,离线$/),
  ])
  expect(lines.filter(line => line.includes(',无信号,'))).toHaveLength(1)
})

const overspeed = 2 ** alarmBits.overspeed.bit,
  powerCut = 2 ** alarmBits.powerCut.bit

test('alarms of the terminal are marks from the first position that tells one to the last, and stand in the file', () => {
  const made = playbackOf([
    point(0),
    point(10, { alarms: overspeed }),
    // told again within five minutes, it went on
    point(20),
    point(30, { alarms: overspeed + powerCut }),
    // without a place: where it was last seen
    point(40, { cls: 'noFix', alarms: powerCut, lonE6: 1 }),
    point(50),
    point(351),
    point(360, { alarms: overspeed }),
    point(370, { cls: 'clockBehind', alarms: powerCut }),
    point(380),
  ])
  expect(
    made.told.map(({ kind, text, fromAt, toAt, at }) => [kind, text, fromAt - start, toAt - start, at.lonE6]),
  ).toEqual([
    ['terminal', '超速报警', 10_000, 30_000, 109_002_000],
    ['terminal', '主电源掉电', 30_000, 40_000, 109_006_000],
    ['terminal', '超速报警', 360_000, 360_000, 109_072_000],
  ])
  expect(made.unmarked).toBe(0)
  const lines = csvOf('冀A12345', made).trim().split('\r\n')
  expect(lines[0]).toContain(',类别,终端报警,结束时间,说明')
  // each position has its own, each mark a line
  expect(lines.filter(line => line.endsWith(',是,正常,超速报警、主电源掉电,,'))).toHaveLength(1)
  expect(lines.filter(line => line.includes(',终端报警,,'))).toHaveLength(3)
})

test('an alarm that is told again after five minutes is another mark, unless nothing came in between; a press of the button always is', () => {
  const sos = 2 ** alarmBits.sos.bit
  const spansOf = (...told: readonly (readonly [number, number])[]) =>
    playbackOf(told.map(([minute, alarms]) => point(minute * 60, { alarms }))).told.map(({ fromAt, toAt }) => [
      (fromAt - start) / 60_000,
      (toAt - start) / 60_000,
    ])
  const quiet = [1, 2, 3, 4, 5].map(minute => [minute, 0] as const)
  expect(spansOf([0, powerCut], ...quiet, [6, powerCut])).toEqual([
    [0, 0],
    [6, 6],
  ])
  expect(spansOf([0, powerCut], ...quiet.slice(0, 4), [5, powerCut])).toEqual([[0, 5]])
  // a terminal that reports every ten minutes: it went on
  expect(spansOf([0, powerCut], [10, powerCut], [20, powerCut], [30, 0])).toEqual([[0, 20]])
  expect(spansOf([0, powerCut], [10, powerCut + sos], [20, sos])).toEqual([
    [0, 10],
    [10, 10],
    [20, 20],
  ])
})

test('a terminal that is out of order is marked five hundred times, and how often besides is told', () => {
  const flicker = Array.from({ length: 1200 }, (_, n) => point(n * 400, { alarms: n % 2 === 0 ? overspeed : 0 }))
  const made = playbackOf(flicker)
  expect([made.told.length, made.unmarked]).toEqual([500, 100])
})

test('sealed stays and abnormal positions are marks as they were sealed, open ones to the end; kinds of before are left out', () => {
  const endAt = start + 20_000
  const sealed = {
    visits: [
      { kind: 'load', enteredAt: start, leftAt: start + 5000, isCounted: true },
      { kind: 'unload', enteredAt: start + 10_000, isCounted: false },
      { kind: 'of before', enteredAt: start, isCounted: true },
    ],
    episodes: [
      { kind: 'offline', fromAt: start + 5000, state: 'open' },
      { kind: 'of before', fromAt: start, state: 'open' },
    ],
  }
  const made = playbackOf([point(0), point(10), point(20)], sealedMarks(sealed, 'YD1', endAt))
  expect(made.told.map(({ kind, fromAt, toAt, text }) => [kind, fromAt - start, toAt - start, text])).toEqual([
    ['visit', 0, 5000, '装货围栏'],
    ['alarm', 5000, 20_000, '离线'],
    ['visit', 10_000, 20_000, '经过卸货围栏'],
  ])
})

test('an address says moment and speed; one that says neither, or nonsense, has the usual ones', () => {
  const of = (text: string) => {
    const params = new URLSearchParams(text)
    return [momentIn(params, 'at', 7), speedIn(params)]
  }
  expect([of('at=1790000000000&speed=64'), of(''), of('at=-1&speed=3'), of('at=x')]).toEqual([
    [1_790_000_000_000, 64],
    [7, 16],
    [7, 16],
    [7, 16],
  ])
})
