// Refusals of remittances (来款).
import { problemTable } from './row.ts'

export const remittanceProblems = problemTable({
  'remittance.serial': { code: 2701, http: 200, text: '银行流水号{serial}已登记，请勿重复登记' },
  'remittance.short': { code: 2702, http: 200, text: '通道账户余额不足，暂不能退回' },
  'remittance.spent': { code: 2703, http: 200, text: '货主的预收款已申请退款或已退回，可撤销认领的只有 {free} 元' },
  'remittance.paid': { code: 2704, http: 200, text: '运单{waybillNo}未付 {open} 元，不能核销 {amount} 元，请重新选择' },
})
