// Faults and delays of a waybill (异常、超期): the marks of its row and the filter of the list; and questions that wait for
// an answer.

/** Marks of a waybill; a row carries all that hold of it. The list's SQL says when each does. */
export const waybillAlerts = {
  interrupted: '运输中断',
  disputed: '签收异议',
  rejected: '回单驳回',
  frozen: '结算冻结',
  answerLate: '接单超时',
  runsLate: '预计晚到',
  unsigned: '承运合同未签',
  receiptLate: '回单超期',
  payLate: '付款超期',
} as const
export type WaybillAlert = keyof typeof waybillAlerts
export const waybillAlertKeys = Object.keys(waybillAlerts) as WaybillAlert[]

/** Choices of the filter: every mark at once, or one of them. */
export const waybillAlertFilters = { any: '全部异常与超期', ...waybillAlerts } as const

/**
 * Questions people of one side have to answer about a waybill: a claim of the other side, a change of vehicle the
 * carrier proposed (the house answers it), an arrival a circle proves (whoever takes the waybill further).
 */
export const waybillQuestions = {
  claim: '费用扣款待答复',
  swap: '换车申请待确认',
  arrival: '围栏到达待采用',
} as const
export type WaybillQuestion = keyof typeof waybillQuestions
