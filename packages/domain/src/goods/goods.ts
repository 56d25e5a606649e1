// Goods (货源): their state table, kinds, ways of counting, and who may be offered them.
import { machine } from '../states.ts'

export const goodsStates = machine({
  table: 'goods',
  column: 'state',
  entity: 'goods',
  since: true,
  start: 'draft',
  states: {
    draft: { label: '草稿', tone: 'idle' },
    published: { label: '已发布', tone: 'busy' },
    partial: { label: '部分接单', tone: 'busy' },
    full: { label: '已接满', tone: 'good' },
    paused: { label: '已暂停', tone: 'warn', rests: true },
    expired: { label: '已过期', tone: 'warn', final: true },
    finished: { label: '已完成', tone: 'good', final: true },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  moves: {
    publish: { from: ['draft'], to: 'published', label: '发布', permit: 'goods.publish' },
    takeSome: { from: ['published', 'partial'], to: 'partial', label: '接单', permit: 'goods.take' },
    takeLast: { from: ['published', 'partial'], to: 'full', label: '接满', permit: 'goods.take' },
    sendSome: { from: ['published', 'partial'], to: 'partial', label: '发布任务', permit: 'task.send' },
    sendLast: { from: ['published', 'partial'], to: 'full', label: '发布任务', permit: 'task.send' },
    recordSome: { from: ['published', 'partial'], to: 'partial', label: '回单补录', permit: 'waybill.backfill' },
    recordLast: { from: ['published', 'partial'], to: 'full', label: '回单补录', permit: 'waybill.backfill' },
    reopen: { from: ['full', 'partial'], to: 'partial', label: '释放余量', permit: 'system' },
    reopenWhole: { from: ['full', 'partial'], to: 'published', label: '释放余量', permit: 'system' },
    fill: { from: ['published', 'partial'], to: 'full', label: '接满', permit: 'system' },
    pause: { from: ['published', 'partial'], to: 'paused', label: '暂停', permit: 'goods.close' },
    resume: { from: ['paused'], to: 'published', label: '恢复', permit: 'goods.close' },
    resumePartial: { from: ['paused'], to: 'partial', label: '恢复', permit: 'system' },
    cancel: {
      from: ['draft', 'published', 'partial', 'paused'],
      to: 'cancelled',
      label: '取消',
      permit: 'goods.close',
      danger: true,
      ask: 'reason',
    },
    end: { from: ['partial', 'paused'], to: 'finished', label: '结束', permit: 'goods.close', danger: true },
    expire: { from: ['published', 'partial', 'paused'], to: 'expired', label: '过期', permit: 'system' },
    finish: { from: ['full', 'partial'], to: 'finished', label: '完成', permit: 'system' },
  },
})
export type GoodsState = keyof typeof goodsStates.states

/** GX (干线) rides on a trunk line and brings its block; SH (散货) is bulk by the ton, over weighbridges. */
export const goodsKinds = { NORMAL: '普通', GX: '干线', SH: '散货' } as const
export type GoodsKind = keyof typeof goodsKinds

/** The way a quantity of goods is counted; the unit of `totalQty` follows (trucks, grams, 10⁻⁴ m³, pieces). */
export const quantityModes = {
  BY_TRUCK: { label: '按车', unit: '车' },
  BY_TON: { label: '按吨', unit: '吨' },
  BY_M3: { label: '按方', unit: '方' },
  BY_PIECE: { label: '按件', unit: '件' },
} as const
export type QuantityMode = keyof typeof quantityModes

export const pricings = {
  PER_TON: { label: '元/吨' },
  PER_M3: { label: '元/方' },
  PER_TRUCK: { label: '元/车' },
  PER_KM: { label: '元/公里' },
} as const
export type Pricing = keyof typeof pricings

export const publishTargets = { PUBLIC: '全部承运商', RELATED: '合作承运商', CARRIERS: '指定承运商' } as const
export type PublishTarget = keyof typeof publishTargets

export const takeModes = { GRAB: '抢单', ASSIGN: '指派' } as const
export type TakeMode = keyof typeof takeModes

export const lossKinds = { NONE: '不计亏吨', PERMILLE: '按比例（‰）', KG: '按定额（公斤）' } as const
export const lossScopes = { EXCESS: '超耗部分', FULL: '全部亏损' } as const
export const lossBases = { LOAD: '按装货量', UNLOAD: '按卸货量', SMALLER: '按较小量' } as const
export const roundings = { NONE: '不抹零', YUAN: '抹到元', TEN_YUAN: '抹到十元' } as const

/** States in which a carrier can still take part of the goods. */
export const openGoodsStates = ['published', 'partial'] as const satisfies readonly GoodsState[]

/**
 * States in which the unused part of a carrier's task, or a cancelled waybill, comes back to goods that are open again.
 */
export const takenGoodsStates = ['partial', 'full'] as const satisfies readonly GoodsState[]
