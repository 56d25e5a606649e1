// Refusals of invoices (发票).
import { problemTable } from './row.ts'

export const invoiceProblems = problemTable({
  'invoice.taken': { code: 2751, http: 409, text: '运单{numbers}已在其他开票申请中，请刷新后重选' },
  'invoice.unfit': { code: 2752, http: 200, text: '运单{number}不能开票：{reason}' },
  'invoice.sellers': { code: 2753, http: 200, text: '所选运单分属{sellers}，请按开票方分别申请' },
  'invoice.underWay': { code: 2754, http: 200, text: '还有发票结果未知或登记待复核，不能终止' },
  'invoice.notIssuing': { code: 2755, http: 200, text: '申请不在开票中' },
  'invoice.noGateway': { code: 2756, http: 200, text: '没有接入开票接口，请在税务平台开具后登记' },
  'invoice.otherRecord': { code: 2757, http: 200, text: '登记内容不同，请刷新后重试' },
  'invoice.number': { code: 2758, http: 200, text: '发票号码{number}已登记，请勿重复登记' },
  'invoice.holds': { code: 2759, http: 200, text: '运单在开票申请{number}中，请先撤回申请或红冲发票' },
  'red.live': { code: 2761, http: 200, text: '该发票已有未办完的红字确认单' },
  'red.notIssued': { code: 2762, http: 200, text: '只有已开具的发票可以红冲' },
  'red.used': { code: 2763, http: 200, text: '购方已抵扣的须购方确认，未抵扣的无需确认' },
  'red.underWay': { code: 2764, http: 200, text: '红票已在开具，不能撤销' },
  'red.unconfirmed': { code: 2765, http: 200, text: '红字确认单还没有确认' },
  'input.maker': { code: 2771, http: 200, text: '只有上传人可以作废' },
  'input.bound': { code: 2772, http: 200, text: '发票已绑定运单，请先解除绑定' },
  'input.unchecked': { code: 2773, http: 200, text: '发票查验通过后才能绑定' },
  'input.twice': { code: 2774, http: 409, text: '运单已绑定这张发票，请刷新后重试' },
  'input.holds': { code: 2775, http: 200, text: '运单已绑定进项发票，请先解除绑定' },
  'input.byHand': {
    code: 2776,
    http: 200,
    text: '运单{waybillNo}的承运发票已由手工凭证记账，同一张发票不能抵扣两次，请先解除其中一处绑定',
  },
  'input.fuelByHand': {
    code: 2777,
    http: 200,
    text: '运单{waybillNo}的油费发票已由手工凭证记账，同一笔油费不能抵扣两次，请先解除其中一处绑定',
  },
  'input.tollByHand': {
    code: 2778,
    http: 200,
    text: '运单{waybillNo}的通行费发票已由手工凭证记账，同一笔通行费不能抵扣两次，请先解除其中一处绑定',
  },
  'input.fuelBack': {
    code: 2779,
    http: 200,
    text: '运单{waybillNo}的油费已绑定进项发票{invoiceNo}，请先在该发票上解除绑定，再退回油费',
  },
  'input.ordinary': { code: 2780, http: 200, text: '普通发票不能抵扣，绑定运单后只作成本凭据' },
  'input.noRoom': { code: 2786, http: 200, text: '没有符合条件的可绑定运单，请调整查找条件' },
  'input.providers': { code: 2787, http: 200, text: '发票已绑定{held}的运单，不能再绑{provider}的' },
  'base.borne': { code: 2788, http: 200, text: '运单{waybillNo}已绑定{borne}，请先解除绑定再更改口径' },
  'base.asked': { code: 2789, http: 200, text: '运单{waybillNo}已有待复核的口径更改' },
})
