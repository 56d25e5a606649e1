// The columns of payment files.
import { payFileStates } from '@yunshu/domain/payFile/payFile'
import { count, money, state, text, time, type ListColumns } from '../columns.ts'
import type { PayFileCandidate, PayFileRow } from './payFile.ts'

export const payFileListColumns = {
  fileNo: text('文件号', row => row.fileNo, { chars: 20 }),
  state: state('状态', payFileStates, row => row.state),
  lines: count('笔数', row => row.lines),
  amount: money('金额', row => row.amount),
  ended: count('已有结果', row => row.ended),
  failed: count('付款失败', row => row.failed),
  templateName: text('模板', row => row.templateName, { chars: 30 }),
  name: text('文件名', row => row.name, { chars: 30 }),
  createdAt: time('生成时间', row => row.createdAt),
  maker: text('生成人', row => row.maker),
  releaser: text('放行人', row => row.releaser),
  releasedAt: time('放行时间', row => row.releasedAt),
  downloads: count('下载次数', row => row.downloads),
  reason: text('撤回原因', row => row.reason, { chars: 26 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  sha256: text('SHA-256', row => row.sha256, { chars: 40 }),
} satisfies ListColumns<PayFileRow>

export const payFileCandidateColumns = {
  taskNo: text('支付任务号', row => row.taskNo, { chars: 20 }),
  payee: text('收款户名', row => row.payee, { chars: 26 }),
  account: text('收款账号', row => row.account, { chars: 14 }),
  bank: text('收款银行', row => row.bank, { chars: 20 }),
  amount: money('金额', row => row.amount),
  settlementNum: text('结算单', row => row.settlementNum, { chars: 20 }),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  createdAt: time('付款时间', row => row.createdAt),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
} satisfies ListColumns<PayFileCandidate>
