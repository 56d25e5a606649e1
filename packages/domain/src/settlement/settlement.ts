// Settlement sheets (结算单) and the payment tasks (支付任务) that carry their money out.
import { machine } from '../states.ts'

export const settlementStates = machine({
  table: 'settlements',
  column: 'state',
  entity: 'settlement',
  since: true,
  start: 'draft',
  states: {
    draft: { label: '草稿', tone: 'idle' },
    submitted: {
      label: '待审核',
      tone: 'busy',
      awaits: { permit: 'settlement.approve', sides: ['shipper', 'platform'] },
    },
    rejected: { label: '已驳回', tone: 'bad' },
    approved: { label: '待支付', tone: 'busy', awaits: { permit: 'settlement.pay', sides: ['shipper', 'platform'] } },
    voiding: {
      label: '待确认作废',
      tone: 'busy',
      awaits: { permit: 'settlement.approve', sides: ['shipper', 'platform'] },
    },
    paying: { label: '支付中', tone: 'busy' },
    paid: { label: '已支付', tone: 'good' },
    partial: { label: '部分失败', tone: 'bad' },
    closed: { label: '已关闭', tone: 'idle', final: true },
    void: { label: '已作废', tone: 'idle', final: true },
  },
  moves: {
    submit: { from: ['draft', 'rejected'], to: 'submitted', label: '提交审核', permit: 'settlement.submit' },
    payToCarrier: {
      from: ['draft', 'rejected'],
      to: 'draft',
      label: '改付承运商账户',
      permit: 'settlement.make',
    },
    takeOff: {
      from: ['draft', 'rejected'],
      to: 'draft',
      label: '移出运单',
      done: '运单已移出',
      permit: 'settlement.make',
      danger: true,
      ask: 'reason',
    },
    approve: { from: ['submitted'], to: 'approved', label: '审核通过', permit: 'settlement.approve' },
    reject: {
      from: ['submitted'],
      to: 'rejected',
      label: '驳回',
      permit: 'settlement.approve',
      danger: true,
      ask: 'reason',
    },
    pay: { from: ['approved'], to: 'paying', label: '支付', permit: 'settlement.pay' },
    settle: { from: ['paying', 'partial'], to: 'paid', label: '支付完成', permit: 'system' },
    fail: { from: ['paying'], to: 'partial', label: '支付失败', permit: 'system' },
    giveBack: { from: ['paid'], to: 'partial', label: '退汇', permit: 'system' },
    makeFailure: { from: ['partial'], to: 'partial', label: '生成失败补付单', permit: 'settlement.make' },
    /** Its failed lines go back and the books take them in red: agreeing is the next step, by another person. */
    askClose: {
      from: ['partial'],
      to: 'partial',
      label: '申请关闭',
      permit: 'settlement.make',
      danger: true,
      ask: 'reason',
    },
    withdrawClose: { from: ['partial'], to: 'partial', label: '撤回关闭申请', permit: 'settlement.make' },
    confirmClose: { from: ['partial'], to: 'closed', label: '确认关闭', permit: 'settlement.pay', danger: true },
    refuseClose: {
      from: ['partial'],
      to: 'partial',
      label: '退回关闭申请',
      permit: 'settlement.pay',
      danger: true,
      ask: 'reason',
    },
    /** The sheets made of its failed payments came to an end, and not all of them paid. */
    closeAfter: { from: ['partial'], to: 'closed', label: '关闭', permit: 'system' },
    /** The money it was to pay again had arrived after all. */
    dropFailure: {
      from: ['draft', 'submitted', 'rejected', 'approved', 'voiding'],
      to: 'void',
      label: '原款到账，取消补付',
      permit: 'system',
    },
    void: {
      from: ['draft', 'rejected'],
      to: 'void',
      label: '作废',
      permit: 'settlement.make',
      danger: true,
      ask: 'reason',
    },
    askVoid: {
      from: ['approved'],
      to: 'voiding',
      label: '申请作废',
      permit: 'settlement.make',
      danger: true,
      ask: 'reason',
    },
    withdrawVoid: { from: ['voiding'], to: 'approved', label: '撤回作废申请', permit: 'settlement.make' },
    confirmVoid: { from: ['voiding'], to: 'void', label: '确认作废', permit: 'settlement.approve', danger: true },
    refuseVoid: {
      from: ['voiding'],
      to: 'approved',
      label: '退回作废申请',
      permit: 'settlement.approve',
      danger: true,
      ask: 'reason',
    },
    /** Lines are to be taken off, or paid to another account (`settlement/sheetChange`): agreeing is the next step. */
    askChange: { from: ['approved'], to: 'approved', label: '申请变更', permit: 'settlement.make', ask: 'reason' },
    confirmChange: { from: ['approved'], to: 'approved', label: '确认变更', permit: 'settlement.approve' },
    refuseChange: {
      from: ['approved'],
      to: 'approved',
      label: '退回变更申请',
      permit: 'settlement.approve',
      danger: true,
      ask: 'reason',
    },
    withdrawChange: { from: ['approved'], to: 'approved', label: '撤回变更申请', permit: 'settlement.make' },
  },
})
export type SettlementState = keyof typeof settlementStates.states

/** The move each state waits for: of the maker, or of those who check and pay. */
export const sheetTurns = {
  draft: { move: 'submit', by: 'maker', act: '提交审核' },
  rejected: { move: 'submit', by: 'maker', act: '修改后重新提交' },
  submitted: { move: 'approve', by: 'payer', act: '审核' },
  voiding: { move: 'confirmVoid', by: 'payer', act: '确认作废' },
  approved: { move: 'pay', by: 'payer', act: '支付' },
} as const satisfies Readonly<
  Partial<
    Record<
      SettlementState,
      { readonly move: keyof typeof settlementStates.moves; readonly by: 'maker' | 'payer'; readonly act: string }
    >
  >
>

/** The most that is looked at for sheets by carrier: waybills, groups, and waybills that cannot be settled yet. */
export const groupLimits = { waybills: 20_000, groups: 500, barred: 1000 } as const

/** The most parts one sheet may hold: the lines of each of its vouchers stay below 32,767, the last number one can have. */
export const sheetMax = 5000
/** The most lines one change of an approved sheet is about: people look at each of them. */
export const changeMax = 500

/**
 * `NORMAL` sheets come from signed waybills, `ADVANCE` sheets pay before the trip, `FEE` sheets carriers that handed work
 * down; `FAILURE` sheets are children made of the failed lines of their parent.
 */
export const settlementKinds = { NORMAL: '正常结算', ADVANCE: '预付', FEE: '转派服务费', FAILURE: '失败补付' } as const

/** The kinds a list of sheets is narrowed to; adjustments stand on sheets of the usual kind. */
export const sheetKindFilters = { ...settlementKinds, ADJUST: '含调差' } as const

/** True for what the house pays itself, fees and what comes of them: its branch stands where the shipper does elsewhere. */
export const isOfHouse = (of: { readonly shipper_id: string; readonly branch_id: string }): boolean =>
  of.shipper_id === of.branch_id

/** The one who pays a sheet, as its page and papers name it: the house pays fees itself. */
export const payerLabel = (of: { readonly shipperId: string; readonly branchCompanyId: string }): string =>
  isOfHouse({ shipper_id: of.shipperId, branch_id: of.branchCompanyId }) ? '付款方' : '货主'

export const paymentStates = machine({
  table: 'payments',
  column: 'state',
  entity: 'payment',
  start: 'created',
  states: {
    created: { label: '待发送', tone: 'idle' },
    sent: { label: '银行处理中', tone: 'busy' },
    success: { label: '支付成功', tone: 'good' },
    failed: { label: '支付失败', tone: 'bad' },
    unknown: { label: '结果未知', tone: 'warn' },
    returned: { label: '已退汇', tone: 'bad' },
  },
  moves: {
    send: { from: ['created'], to: 'sent', label: '发送', permit: 'system' },
    succeed: { from: ['sent', 'unknown'], to: 'success', label: '到账', permit: 'system' },
    fail: { from: ['sent', 'unknown'], to: 'failed', label: '失败', permit: 'system' },
    lose: { from: ['sent'], to: 'unknown', label: '结果未知', permit: 'system' },
    giveBack: { from: ['success'], to: 'returned', label: '退汇', permit: 'system' },
    hold: { from: ['created'], to: 'unknown', label: '暂停发送', permit: 'system' },
    succeedLate: { from: ['failed', 'returned'], to: 'success', label: '迟到到账', permit: 'system' },
    /** It stood in no file and never reached a bank. */
    cancel: { from: ['created'], to: 'failed', label: '取消付款', permit: 'payFile.make' },
    /** The money it was to pay again had arrived after all, and it had not left. */
    drop: { from: ['created'], to: 'failed', label: '原款到账，不再付款', permit: 'system' },
  },
})
export type PaymentState = keyof typeof paymentStates.states

export const payChannels = {
  SIM: '模拟银行',
  BANK: '银企直联',
  TF: 'TF 存管',
  FILE: '银行批量文件',
  OFFLINE: '线下支付',
} as const
export type PayChannel = keyof typeof payChannels

/**
 * The orders in a row without an answer from which a channel counts as silent: orders wait with us then. The time after
 * which one of them is sent all the same, to see whether it answers, and that until waiting ones are looked at again, ms.
 */
export const silence = { orders: 3, tryMs: 300_000, againMs: 30_000 } as const

/** Channels whose orders people carry to the bank in files: nothing is sent or asked over a wire. */
export const isByFile = (channel: PayChannel): boolean => channel === 'FILE'

/** Channels whose orders people carry out themselves, in files or one by one at the bank: no bank is sent or asked anything. */
export const isByHand = (channel: PayChannel): boolean => isByFile(channel) || channel === 'OFFLINE'
