// Refusals of invoices (发票).
import { problemTable } from './row.ts'

export const invoiceProblems = problemTable({
  'invoice.taken': { code: 2751, http: 409, text: '运单{numbers}已在其他开票申请中，请刷新后重选' },
  'invoice.unfit': { code: 2752, http: 200, text: '运单{number}不能开票：{reason}' },
  'invoice.sellers': { code: 2753, http: 200, text: '所选运单分属{sellers}，请按开票方分别申请' },
  'invoice.underWay': { code: 2754, http: 200, text: '已有发票开出或结果未知，不能终止' },
  'invoice.notIssuing': { code: 2755, http: 200, text: '申请不在开票中' },
  'invoice.noGateway': { code: 2756, http: 200, text: '没有接入开票接口，请在税务平台开具后登记' },
  'invoice.otherRecord': { code: 2757, http: 200, text: '登记内容不同，请刷新后重试' },
  'invoice.number': { code: 2758, http: 200, text: '发票号码{number}已登记，请勿重复登记' },
  'invoice.holds': { code: 2759, http: 200, text: '运单在开票申请{number}中，请先撤回申请或红冲发票' },
})
