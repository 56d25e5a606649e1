// Refusals of fund records, and of payments and sheets for which the money or the fuel is not there.
import { problemTable } from './row.ts'

export const fundProblems = problemTable({
  'funds.short': {
    code: 2501,
    http: 200,
    text: '通道账户余额不足，暂不能付款，请联系平台财务充值[（可用 {available} 元，需付 {due} 元）]',
  },
  'fuel.short': {
    code: 2502,
    http: 200,
    text: '油卡库存不足，暂不能审核，请联系平台财务购油[（可用 {available} 元，需用 {due} 元）]',
  },
  'fund.serial': { code: 2503, http: 200, text: '{label}{serial}已登记，请勿重复登记' },
  'fund.maker': { code: 2504, http: 200, text: '只有登记人可以撤回，其他人请驳回' },
})
