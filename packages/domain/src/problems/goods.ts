// Refusals of goods: what is left of them, their changes and their prices.
import { problemTable } from './row.ts'

export const goodsProblems = problemTable({
  'goods.remain': { code: 1201, http: 200, text: '货源剩余数量不足（剩余 {remain}），请刷新后重试' },
  'goods.expired': { code: 1202, http: 200, text: '货源已过截止时间，不能接单' },
  'goods.notOffered': { code: 1203, http: 200, text: '该货源未向贵公司发布' },
  'goods.openWaybills': { code: 1204, http: 200, text: '货源还有 {count} 张未完成的运单，不能{move}' },
  'goods.contract': { code: 1205, http: 200, text: '尚未签订框架合同，不能发布货源' },
  'goods.oilCap': { code: 1206, http: 200, text: '油卡比例超过公司上限 {cap}%' },
  'goods.openTasks': {
    code: 1207,
    http: 200,
    text: '还有 {count} 个承运商任务未派完，不能{move}货源，请先撤回任务或由承运商退回剩余',
  },
  'goods.dailyTrucks': { code: 1208, http: 200, text: '{reason}，今日还可派 {left} 车' },
  'goods.changing': { code: 1209, http: 200, text: '该货源已有变更等待承运商同意，请等待答复或先撤回' },
  'goods.unchanged': { code: 1210, http: 200, text: '没有任何改动' },
  'goods.changeTaken': {
    code: 1211,
    http: 200,
    text: '货源已派车与待接单共 {qty}，总量不能再按此变更，请联系货主撤回变更',
  },
  'goods.changePriced': {
    code: 1212,
    http: 200,
    text: '货源有转派或单独定价的任务，计价方式不能再按此变更，请联系货主撤回变更',
  },
  'goods.repriced': { code: 1213, http: 409, text: '承运单价已变更，请核对后再接单' },
  'goods.keptFull': { code: 1214, http: 200, text: '{what}最多保存 {most} 个，请先删除不用的' },
})
