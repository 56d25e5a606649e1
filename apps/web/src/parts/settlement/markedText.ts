// The marks of a sheet in sentences.
import type { SettlementDetail, SheetMarks } from '@yunshu/contract/settlement/settlement'
import { batchLimits } from '@yunshu/domain/batch'
import { fen, printMoney, sumFen, type Fen } from '@yunshu/domain/figures/money'
import { shortPlace } from '../../ui/placeText.ts'

/** The most waybills named in one sentence. */
const namedMost = 3

type Mark = SheetMarks['lines'][number]
/** A mark of a fee, with its distance from the median as a share of it. */
type Unusual = Mark & { readonly usual: NonNullable<Mark['usual']>; readonly share: number }
type Sheet = Pick<SettlementDetail, 'lineCount' | 'state' | 'deducted'> & {
  readonly lines: readonly Pick<SettlementDetail['lines'][number], 'waybillId' | 'loadPlace' | 'unloadPlace'>[]
}

/** The end of a number, by which people tell waybills of one sheet apart. */
export const shortNo = (waybillNo: string): string => (waybillNo.length > 8 ? `…${waybillNo.slice(-5)}` : waybillNo)

/**
 * `said` is what differs, a sentence each, the account first; `rest` what is as usual, and plain deductions; `rounding` is
 * what the sheet deducts beside them.
 */
export function markedText(
  { flags, lines, newAccounts, firstPayees }: SheetMarks,
  sheet: Sheet,
): { said: readonly string[]; rest: string; rounding: Fen } {
  const unusual = lines.flatMap(line =>
    line.usual ? { ...line, share: line.freight / line.usual.median - 1, usual: line.usual } : [],
  )
  const farthest = unusual.toSorted((a, b) => Math.abs(b.share) - Math.abs(a.share)).slice(0, namedMost)
  const cut = lines.filter(({ deducted }) => deducted > 0)
  const disputed = lines.filter(({ isDisputed }) => isDisputed)
  const without = lines.filter(({ lacksReceipt }) => lacksReceipt)
  const account = flags.includes('firstPayment')
    ? ['首次向该承运商付款，请核对收款人与账号']
    : flags.includes('newAccount')
      ? [`收款账户 ${newAccounts.join('、')} 此前没有付过款，请核对`]
      : []
  const said = [
    ...account,
    ...farthest.map(line => unusualText(line, sheet)),
    ...(unusual.length > farthest.length ? [`另有 ${unusual.length - farthest.length} 单运费偏离常价，见下表`] : []),
    ...(disputed.length > 0 ? [`${named(disputed)}的扣款有争议，还没有答复`] : []),
    ...(without.length > 0 ? [`${named(without)}的回单还没有确认`] : []),
  ]
  const others = sheet.lineCount - unusual.length
  const usual = [
    others === 0 ? '' : `${others === sheet.lineCount ? '全部' : '其余'} ${others} 单运费在正常范围`,
    without.length === 0 ? '回单齐全' : '',
    // the accounts are taken over at the submission: before it nothing can be said of them
    account.length > 0 || isBeingMade(sheet) ? '' : accountsText(firstPayees),
  ].filter(text => text !== '')
  const deducted = cut.length === 0 ? '' : `${named(cut)}有扣款，共 ${printMoney(sumOf(cut))}。`
  const rounding = fen(Math.max(0, sheet.deducted - sumOf(cut)))
  return { said, rest: `${deducted}${usual.length === 0 ? '' : `${usual.join('，')}。`}`, rounding }
}

const isBeingMade = ({ state }: Sheet): boolean => state === 'draft' || state === 'rejected'
const accountsText = (firstPayees: number): string =>
  firstPayees === 0 ? '收款账户付过款' : `${firstPayees} 位收款人首次收款，账户已经平台审核`

/** The lane without its sites: 榆林·神木市 → 南阳·宛城区. */
const laneOf = (place: string): string => shortPlace(place).split(' ')[0] ?? place

function unusualText(
  { waybillId, waybillNo, freight, usual: { median, count }, share }: Unusual,
  { lines }: Sheet,
): string {
  const at = lines.find(line => line.waybillId === waybillId)
  const lane = at ? `${laneOf(at.loadPlace)} → ${laneOf(at.unloadPlace)} ` : '该线路'
  const beside = share > 0 ? '高于' : '低于'
  const percent = `${share > 0 ? '+' : '−'}${Math.round(Math.abs(share) * 100)} %`
  return `运单 ${shortNo(waybillNo)} 运费 ${printMoney(freight)}，${beside} ${lane}近 ${batchLimits.usual.days} 天中位数 ${printMoney(median)}（${percent}，${count} 单）`
}

const sumOf = (lines: SheetMarks['lines']) => sumFen(lines.map(({ deducted }) => deducted))

/** 运单 …05402、…05390 等 5 单 */
function named(lines: SheetMarks['lines']): string {
  const names = lines.slice(0, namedMost).map(({ waybillNo }) => shortNo(waybillNo))
  return `运单 ${names.join('、')}${lines.length > namedMost ? ` 等 ${lines.length} 单` : ' '}`
}
