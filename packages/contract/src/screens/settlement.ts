// Screens of settlement sheets and their payment.
import { screensOf } from './screen.ts'

export const settlementScreens = screensOf({
  SettlementList: {
    path: 'settlement/list',
    title: '结算单列表',
    permit: 'settlement.view',
    cache: true,
    group: 'settle',
  },
  PaymentTasks: {
    path: 'payment/tasks',
    title: '付款待办',
    permit: 'settlement.view',
    cache: true,
    group: 'settle',
    sides: ['shipper', 'platform'],
  },
  MoneyExceptions: {
    path: 'money/exceptions',
    title: '异常处理',
    permit: 'settlement.view',
    cache: true,
    group: 'settle',
    sides: ['platform', 'shipper'],
  },
  SettlementMake: {
    path: 'settlement/make',
    title: '新建结算单',
    permit: 'settlement.make',
    cache: true,
    group: 'settle',
  },
  SettlementDetails: {
    path: 'web/SettlementDetails',
    title: '结算明细',
    permit: 'settlement.view',
    cache: true,
    group: 'settle',
  },
  SettlementNormal: {
    path: 'manage/Normal/:settlementNum',
    title: '结算单',
    permit: 'settlement.view',
    cache: true,
    within: 'settle',
    list: 'SettlementList',
  },
  SettlementFailure: {
    path: 'manage/Failure/:settlementNum/:pSettlementNum',
    title: '失败补付单',
    permit: 'settlement.view',
    cache: true,
    within: 'settle',
    list: 'SettlementList',
  },
})
