// Happenings of payment files: made and waiting to be let out, let out, the bank's answer waiting to be taken, and its words judged.
import { happeningTable, silentTopics } from './happening.ts'

const onPayFile = {
  push: 'notice',
  topics: ['payFile'],
  kind: 'payment',
  opens: { screen: 'PayFileList', query: { text: '{fileNo}' } },
} as const

export const payFileHappenings = happeningTable({
  'payFile.made': {
    ...onPayFile,
    title: '付款文件待放行',
    text: '{maker}生成付款文件 {fileNo}：{lines} 笔，{amount} 元，请核对后放行',
  },
  'payFile.released': {
    ...onPayFile,
    topics: ['payFile', 'settlement'],
    title: '付款文件已放行',
    text: '{releaser}放行了付款文件 {fileNo}，请下载后在网银上传',
  },
  'payFile.answered': {
    ...onPayFile,
    title: '银行结果待确认',
    text: '{maker}读取了付款文件 {fileNo} 的银行结果：可入账 {good} 行，不能入账 {faulty} 行',
  },
  /** Its payments have ended, or people have to look: the pages that show them follow. */
  'payFile.judged': silentTopics('payFile', 'settlement'),
})
