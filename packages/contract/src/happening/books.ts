// Happenings of the books and the papers of suppliers: drafts that wait for a second person, invoices handed in, and files of the bank.
import { happeningTable } from './happening.ts'

const onVoucher = { push: 'notice', topics: ['voucher'], kind: 'audit' } as const
const onInput = {
  push: 'notice',
  topics: ['invoice'],
  kind: 'invoice',
  opens: { screen: 'QueryInvoiceInput', query: { text: '{invoiceNo}' } },
} as const
const onEstimate = {
  push: 'notice',
  topics: ['voucher'],
  kind: 'audit',
  opens: { screen: 'TentativeVoucher', parts: { id: '{voucherId}' } },
} as const
const onRecon = { push: 'notice', topics: ['recon'], kind: 'audit' } as const

export const bookHappenings = happeningTable({
  'voucher.drafted': {
    ...onVoucher,
    title: '手工凭证待审核',
    text: '{maker}制作凭证 {voucherNo}，{amount} 元，请另一人审核、记账',
    opens: { screen: 'VoucherList', query: { text: '{voucherNo}' } },
  },
  'estimate.endAsked': {
    ...onEstimate,
    title: '暂估核销待确认',
    text: '{asker}申请核销运单{waybillNo}的暂估 {amount} 元，请确认：{reason}',
  },
  'estimate.ended': {
    ...onEstimate,
    topics: ['voucher', 'waybill'],
    title: '暂估已核销',
    text: '运单{waybillNo}的暂估 {amount} 元已由{checker}确认核销',
  },
  'estimate.endRejected': {
    ...onEstimate,
    title: '暂估核销被驳回',
    text: '运单{waybillNo}的暂估 {amount} 元不予核销：{reason}',
  },
  'estimate.unpaid': {
    push: 'notice',
    topics: ['waybill'],
    kind: 'settlement',
    title: '运单不再结算',
    text: '运单{waybillNo}的应付 {amount} 元经平台核对不再结算：{reason}。有异议请申请调差',
    opens: { screen: 'WaybillDetails', parts: { id: '{waybillId}' } },
  },
  'posting.asked': {
    ...onVoucher,
    title: '记账规则待复核',
    text: '{maker}提出规则版本 {versionNo}，{day} 起生效，请在此前复核',
    opens: { screen: 'PostingRuleList', query: { id: '{id}' } },
  },
  'input.uploaded': {
    ...onInput,
    title: '进项发票待查验',
    text: '{seller}的发票 {invoiceNo}，{amount} 元，请查验',
  },
  'input.refused': { ...onInput, title: '发票查验不符', text: '发票 {invoiceNo} 查验不符：{reason}，请改正后重传' },
  'input.reversed': {
    ...onInput,
    topics: ['invoice', 'voucher'],
    title: '发票已登记红冲',
    text: '发票 {invoiceNo} 已由红票 {redNo} 冲回：{reason}',
  },
  'recon.read': {
    ...onRecon,
    title: '对账文件待采用',
    text: '{maker}读取了{branch} {day} 的对账文件，{lines} 笔，请另一人核对后采用',
    opens: { screen: 'ReconList', query: { file: '{id}' } },
  },
  'recon.differs': {
    ...onRecon,
    title: '对账有差异',
    text: '{branch} {day} 对账后有 {count} 笔差异待处理',
    opens: { screen: 'ReconList', query: { state: 'open', branchId: '{branchId}' } },
  },
})
