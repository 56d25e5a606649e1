// Refusals of fuel and tolls before the trip.
import { problemTable } from './row.ts'

export const fuelProblems = problemTable({
  'fuel.stock': {
    code: 2811,
    http: 200,
    text: '账户「{provider}」余额不足，暂不能发放，请先充值[（余额 {available} 元，需用 {due} 元）]',
  },
  'fuel.over': {
    code: 2812,
    http: 200,
    text: '运单{waybillNo}的{unit}计划 {planned} 元，已发放 {issued} 元，还可发放 {left} 元',
  },
  'fuel.tooLate': { code: 2813, http: 200, text: '运单{waybillNo}{state}，不能发放或回收油费与通行费' },
  'fuel.cardFrozen': { code: 2814, http: 200, text: '油卡{cardNo}{state}，不能发放' },
  'fuel.cardTaken': { code: 2815, http: 200, text: '卡号{cardNo}已登记，请勿重复登记' },
  'fuel.cardHolds': { code: 2816, http: 200, text: '油卡还有余额 {left} 元，请先回收再注销' },
  'fuel.nothingLeft': { code: 2817, http: 200, text: '{issueNo}已全部使用，没有可回收的金额' },
  'fuel.accountTaken': { code: 2818, http: 200, text: '账户「{provider} {accountNo}」已登记，请勿重复登记' },
  'fuel.foreign': { code: 2819, http: 200, text: '运单{waybillNo}不属于账户所在分公司，不能发放' },
  'fuel.useTaken': { code: 2820, http: 200, text: '流水号{serial}已登记，请勿重复登记' },
  'fuel.differs': { code: 2821, http: 200, text: '仍有差异：{fault}' },
  'fuel.apart': { code: 2822, http: 200, text: '只能在同一分公司、同一供应商的账户之间划转' },
  'fuel.notHere': {
    code: 2823,
    http: 200,
    text: '账户「{provider} {accountNo}」余额不足，不能办理（余额 {available} 元，需用 {due} 元）',
  },
  'fuel.lost': { code: 2824, http: 200, text: '流水{serial}已有待复核或已入账的损耗，请勿重复登记' },
  'fuel.settled': { code: 2825, http: 200, text: '流水{serial}已匹配或已说明，不能再记为损耗' },
})
