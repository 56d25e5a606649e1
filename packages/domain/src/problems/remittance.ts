// Refusals of remittances (来款).
import { problemTable } from './row.ts'

export const remittanceProblems = problemTable({
  'remittance.serial': { code: 2701, http: 200, text: '银行流水号{serial}已登记，请勿重复登记' },
  'remittance.short': { code: 2702, http: 200, text: '通道账户余额不足，暂不能退回' },
  'remittance.spent': { code: 2703, http: 200, text: '货主的预收款已申请退款或已退回，可撤销认领的只有 {free} 元' },
  'remittance.paid': { code: 2704, http: 200, text: '运单{waybillNo}未付 {open} 元，不能核销 {amount} 元，请重新选择' },
  'paymentBack.amount': {
    code: 2781,
    http: 200,
    text: '支付任务{taskNo}付出 {paid} 元，来款 {amount} 元，金额不一致，不能登记为它的退汇',
  },
  'paymentBack.state': {
    code: 2782,
    http: 200,
    text: '支付任务{taskNo}现为{state}，只有支付成功、款项还在外面的才能登记退汇',
  },
  'paymentBack.early': {
    code: 2783,
    http: 200,
    text: '支付任务{taskNo}在 {day} 付出，来款在此以前到账，不是它的退汇',
  },
  'paymentBack.asked': {
    code: 2784,
    http: 200,
    text: '来款{remittanceNo}已登记为支付任务{taskNo}的退汇，请先办完',
  },
  'paymentBack.own': {
    code: 2785,
    http: 200,
    text: '来款{remittanceNo}是银行退回、承运商已还过的款，只能退给承运商',
  },
  'paymentBack.known': {
    code: 3578,
    http: 200,
    text: '支付任务{taskNo}已退汇，退回的款项已在账上，这笔来款不是它的退汇',
  },
  'paymentBack.both': {
    code: 3579,
    http: 200,
    text: '来款和支付任务{taskNo}的退汇在银行对账文件中各有一笔，是两笔款项，不能登记为同一笔',
  },
  'remittance.parted': { code: 3586, http: 200, text: '来款已有认领，不能{move}，请先撤销认领' },
  'remittance.sentBack': { code: 3593, http: 200, text: '来款已退回过一部分，不能登记为退汇' },
  'remittance.named': {
    code: 3594,
    http: 200,
    text: '银行已报支付任务{taskNo}退汇，金额相同：是同一笔的，请登记退汇；确认是另一笔款的，请勾选后再退回',
  },
})
