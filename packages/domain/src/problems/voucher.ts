// Refusals of the books.
import { problemTable } from './row.ts'

export const voucherProblems = problemTable({
  'ledger.unbalanced': { code: 5001, http: 500, text: '记账不平，操作已取消（编号 {requestId}）' },
  'voucher.product': { code: 5002, http: 409, text: '系统生成的凭证不能手工变更，请从业务单据撤销' },
  'voucher.maker': { code: 5003, http: 409, text: '只有制单人可以{move}' },
  'voucher.unbalanced': { code: 5004, http: 409, text: '借贷不平（借方 {debit}，贷方 {credit}），请退回修改' },
  'voucher.unbindable': {
    code: 5005,
    http: 409,
    text: '只有已记账、未冲销的外来成本凭据可以绑定运单',
  },
  'voucher.unbound': { code: 5006, http: 409, text: '这条绑定已经解除' },
  'voucher.zipTooMany': { code: 5007, http: 409, text: '一次最多直接下载 {most} 张凭证，更多请在下载中心获取' },
  'voucher.zipNone': { code: 5008, http: 409, text: '没有可下载的凭证' },
  'voucher.zipLarge': { code: 5009, http: 409, text: '附件合计超过 {size} GB，请缩小条件' },
  'period.against': { code: 5010, http: 409, text: '还不能结账：{checks}' },
  'period.asked': { code: 5011, http: 409, text: '{period}已申请结账或已结账' },
  'period.newest': { code: 5012, http: 409, text: '请先反结账{period}' },
  'period.asker': { code: 5013, http: 409, text: '只有申请人可以撤回，其他人请退回' },
  'chain.zipTooMany': { code: 5014, http: 409, text: '一次最多直接下载 {most} 张运单，更多请在下载中心获取' },
  'chain.zipNone': { code: 5015, http: 409, text: '没有可下载的运单' },
  'posting.late': { code: 5016, http: 200, text: '生效日期{day}已到，请退回后按新的日期重做' },
  'posting.taken': { code: 5017, http: 409, text: '{day}起生效的版本{versionNo}已存在' },
  'voucher.handOverMany': { code: 5018, http: 409, text: '一次最多导出 {most}，请按分公司和凭证号分段导出' },
  'opening.closed': { code: 5019, http: 409, text: '{period}已结账，期初余额不能再变动' },
  'opening.exists': { code: 5020, http: 409, text: '本分公司已录入期初余额（{voucherNo}）' },
  'opening.none': { code: 5021, http: 409, text: '本分公司还没有期初余额' },
  'voucher.zipLines': { code: 5022, http: 409, text: '凭证共 {lines} 行分录，一个文件最多 {most} 行，请缩小条件' },
  'voucher.lineFault': { code: 5023, http: 409, text: '第 {n} 行{said}，请退回修改' },
  'voucher.zipHeavy': { code: 5024, http: 409, text: '附件合计超过 {size} MB，请在下载中心获取' },
  'period.lapsed': { code: 5025, http: 409, text: '结账申请超过 {hours} 小时无人确认，已失效，请重新申请' },
})
