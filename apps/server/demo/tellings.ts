// What people of the demo were told: the lines the pushes of the features would have left in the message centres.
import { fen, printMoney } from '@yunshu/domain/figures/money'
import type { Haul } from './haul.ts'
import { aboutGoods, aboutSheet, aboutWaybill, type Told } from './messages.ts'
import type { Offer } from './offers.ts'
import type { Sheet } from './sheetStory.ts'

interface Numbers {
  readonly waybillNo: (haul: Haul) => string
  readonly sheetNo: (sheet: Sheet) => string
  readonly goodsNo: (id: string) => string
}

/** Of the newest waybills and sheets, and of all open goods. */
export const tellings = (
  hauls: readonly Haul[],
  sheets: readonly Sheet[],
  offers: readonly Offer[],
  no: Numbers,
): Told[] => [
  ...hauls.slice(-600).flatMap(haul => tellWaybill(haul, no)),
  ...sheets.slice(-120).flatMap(sheet => tellSheet(sheet, no)),
  ...offers.flatMap(offer => tellGoods(offer, no)),
]

function tellWaybill(haul: Haul, no: Numbers): Told[] {
  const told: Told[] = []
  const { row } = haul
  const at = row.updated_at,
    name = `运单 ${no.waybillNo(haul)}`
  if (row.state === 'toSign')
    told.push(
      aboutWaybill(row.id, at, row.shipper_id, '运单卸货完成', `${name}（${row.plate}）卸货完成`, 'waybill.view'),
    )
  if (row.state === 'disputed')
    told.push(
      aboutWaybill(
        row.id,
        at,
        row.carrier_id,
        '运单签收异议',
        `${name}（${row.plate}）签收异议：短少超过约定，核对磅单`,
        'waybill.view',
      ),
    )
  if (row.state === 'inTransit')
    told.push(
      aboutWaybill(row.id, at, row.shipper_id, '运单装货发车', `${name}（${row.plate}）装货发车`, 'waybill.view'),
    )
  if (row.state === 'signed')
    told.push(
      aboutWaybill(
        row.id,
        haul.signedAt ?? at,
        row.carrier_id,
        '运单签收',
        `${name}（${row.plate}）签收`,
        'waybill.view',
      ),
    )
  if (row.receipt_state === 'uploaded')
    told.push(
      aboutWaybill(row.id, at, row.shipper_id, '回单已上传', `${name} 已上传回单，请审核`, 'receipt.audit', 'receipt'),
    )
  if (row.receipt_state === 'confirmed')
    told.push(
      aboutWaybill(row.id, at, row.carrier_id, '回单已确认', `${name} 回单审核通过`, 'receipt.upload', 'receipt'),
    )
  return told
}

function tellSheet(sheet: Sheet, no: Numbers): Told[] {
  const told: Told[] = []
  const [first] = sheet.lines
  if (first === undefined) return []
  const number = no.sheetNo(sheet),
    due = printMoney(fen(sheet.due)),
    { shipper_id: shipper, carrier_id: carrier } = first.haul.row
  const about = (at: number, company: string, title: string, content: string, permit: Told['permit']): void => {
    told.push(aboutSheet(number, at, company, title, content, permit))
  }
  if (sheet.state === 'submitted')
    about(
      sheet.updatedAt,
      shipper,
      '结算单待审核',
      `结算单${number}已提交，应付 ${due} 元，请审核`,
      'settlement.approve',
    )
  if (sheet.state === 'approved')
    about(sheet.updatedAt, shipper, '结算单待支付', `结算单${number}已审核，应付 ${due} 元，请支付`, 'settlement.pay')
  if (sheet.state === 'rejected')
    about(
      sheet.updatedAt,
      shipper,
      '结算单被驳回',
      `结算单${number}被驳回：第二行运费与磅单不符，请核对`,
      'settlement.submit',
    )
  if (sheet.state === 'partial')
    for (const permit of ['settlement.pay', 'settlement.submit'] as const)
      about(
        sheet.updatedAt,
        shipper,
        '支付失败',
        `结算单${number}向${sheet.payee.name}支付 ${due} 元失败：${sheet.payment?.reason ?? ''}`,
        permit,
      )
  if (sheet.state === 'paying')
    about(
      sheet.payment?.sentAt ?? sheet.updatedAt,
      shipper,
      '支付结果未知',
      `结算单${number}的支付结果未知，请先查询，切勿重复支付`,
      'settlement.pay',
    )
  if (sheet.state === 'paid') {
    const words = `结算单${number}已支付 ${due} 元${sheet.carriedOut === 0 ? '' : `；扣款与油卡超出应付 ${printMoney(sheet.carriedOut)} 元，在下一张结算单中抵扣`}`
    about(sheet.updatedAt, shipper, '结算单已支付', words, 'settlement.pay')
    about(sheet.updatedAt, carrier, '运费已支付', words, 'price.carrier')
  }
  return told
}

function tellGoods({ lot, row, tasks, carriers }: Offer, no: Numbers): Told[] {
  const told: Told[] = []
  const route = `${row.load_place} → ${row.unload_place}`
  if (row.state === 'published' || row.state === 'partial')
    for (const { carrier_id: carrier } of carriers)
      told.push(
        aboutGoods(
          lot.id,
          lot.createdAt,
          carrier,
          '新货源',
          `${row.title} ${no.goodsNo(lot.id)}：${route}`,
          'goods.take',
        ),
      )
  for (const task of tasks)
    told.push(
      aboutGoods(
        lot.id,
        task.created_at,
        lot.shipperId,
        '承运商已接单',
        `货源 ${no.goodsNo(lot.id)} 已有承运商接单`,
        'goods.publish',
      ),
    )
  return told
}
