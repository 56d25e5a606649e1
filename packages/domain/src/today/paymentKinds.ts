// 今日: work with payments of sheets that did not go as planned, or go by hand.
import { kindTable } from './kindRow.ts'

const paying = ['platform', 'shipper'] as const

/** Its kinds, in the order they stand in where all else is equal. */
export const paymentKinds = kindTable({
  exception: {
    group: 'money',
    label: '资金异常',
    act: '处理',
    tone: 'bad',
    permit: 'settlement.pay',
    sides: paying,
  },
  unknown: {
    group: 'money',
    label: '支付结果未知',
    act: '查询',
    tone: 'bad',
    permit: 'settlement.pay',
    sides: paying,
  },
  failed: { group: 'money', label: '支付失败', act: '处理', tone: 'bad', permit: 'settlement.pay', sides: paying },
  closeSheet: {
    group: 'money',
    label: '确认关闭结算单',
    act: '确认',
    refuse: '退回',
    tone: 'warn',
    permit: 'settlement.pay',
    sides: paying,
  },
  confirmOffline: {
    group: 'money',
    label: '确认线下付款',
    act: '确认',
    tone: 'warn',
    permit: 'settlement.pay',
    sides: ['platform'],
  },
  recordOffline: {
    group: 'money',
    label: '登记线下付款',
    act: '登记',
    tone: 'warn',
    permit: 'settlement.pay',
    sides: ['platform'],
  },
})
