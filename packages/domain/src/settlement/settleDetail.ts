// Settlement details (结算明细): the stage of each payable part across sheets, and the tabs the stages stand under.
import type { State } from '../states.ts'

/** The tabs of the details; a part stands under one of them. */
export const detailTabs = {
  open: { label: '待结算', tone: 'idle' },
  running: { label: '结算中', tone: 'busy' },
  paid: { label: '已付', tone: 'good' },
  failed: { label: '失败与退汇', tone: 'bad' },
  debt: { label: '欠款', tone: 'warn' },
  fee: { label: '转派服务费', tone: 'idle' },
} as const satisfies Readonly<Record<string, State>>
export type DetailTab = keyof typeof detailTabs

/** The stages of a part, in the order money travels. */
export const detailStages = {
  waiting: { label: '待回单', tone: 'idle' },
  ready: { label: '待结算', tone: 'idle' },
  held: { label: '冻结', tone: 'warn' },
  paused: { label: '暂缓', tone: 'warn' },
  onSheet: { label: '在单', tone: 'busy' },
  submitted: { label: '待审', tone: 'busy' },
  approved: { label: '待付', tone: 'busy' },
  paying: { label: '支付中', tone: 'busy' },
  paid: { label: '已付', tone: 'good' },
  setOff: { label: '已抵扣', tone: 'good' },
  failed: { label: '失败', tone: 'bad' },
  returned: { label: '退汇', tone: 'bad' },
} as const satisfies Readonly<Record<string, State>>
export type DetailStage = keyof typeof detailStages

/** True while money of a part is still to come: its due day can be late. */
export const isStageOpen = (stage: DetailStage): boolean => stage !== 'paid' && stage !== 'setOff'

/** The most lines a printed statement (对账单) of a carrier holds. */
export const statementMax = 5000
