// Words of invoices, books and statements with their meaning, beside those of the road in terms.ts.
import { termTable } from './term.ts'

export const bookTerms = termTable({
  inputInvoice: {
    word: '进项',
    pinyin: 'jin xiang',
    labels: ['进项发票', '进项税额', '进项税额(元)'],
    means: '别人开给本公司的发票：承运商的运费、油费、通行费。查验、勾选以后，发票上的税额可以抵扣销项税额。',
  },
  tick: {
    word: '勾选',
    pinyin: 'gou xuan',
    labels: ['勾选时间', '勾选月份'],
    means: '在税务系统里选定这张进项发票用来抵扣。勾选月份是税额抵扣的月份，不一定是开票的月份。',
  },
  gross: {
    word: '价税合计',
    pinyin: 'jia shui he ji',
    labels: ['价税合计(元)', '价税合计 / 税额(元)'],
    means: '发票上不含税金额加税额的合计，也就是对方要付的钱。',
    example: '不含税 1,000.00、税率 9%、税额 90.00，价税合计 1,090.00。',
  },
  redConfirm: {
    word: '红字确认单',
    pinyin: 'hong zi que ren dan',
    labels: ['确认单号', '确认单'],
    means: '红冲一张数电发票以前，在税务系统里由一方发起、另一方确认的单子；确认以后才能开红字发票。',
  },
  deferredTax: {
    word: '待转销项税额',
    pinyin: 'dai zhuan xiao xiang shui e',
    means: '运费收入已入账、发票还没有开的那部分销项税额；开票时转为应交的销项税额。',
  },
  digital: {
    word: '数电',
    pinyin: 'shu dian',
    labels: ['数电发票'],
    means: '全面数字化的电子发票：没有纸，号码 20 位，由税务系统直接开出，法律效力和纸票一样。',
  },
  invoiceQuota: {
    word: '开票限额',
    pinyin: 'kai piao xian e',
    labels: ['本月开票限额', '开票额度'],
    means: '税务机关给一个开票主体每月可以开的总金额，用完以前的发票算在内；不够时在税务系统申请调整。',
  },
  reconTable: {
    word: '余额调节表',
    pinyin: 'yu e tiao jie biao',
    means: '银行余额和账上余额不一样时，把一方记了、另一方还没记的款项逐笔列出来，调节以后两边应相等。',
  },
  letter: {
    word: '对账函',
    pinyin: 'dui zhang han',
    labels: ['对账函号'],
    means: '给对方核对往来余额的函：截至某一天账上欠多少，请对方盖章确认。和对账单不同，不列运单明细。',
  },
  statement: {
    word: '对账单',
    pinyin: 'dui zhang dan',
    labels: ['对账单号'],
    means: '一段时间里和对方每一张运单、每一笔收付款的明细，供逐笔核对。只核对余额的用对账函。',
  },
  age: {
    word: '账龄',
    pinyin: 'zhang ling',
    labels: ['账龄(天)'],
    means: '一笔应收、应付或欠款从发生日到今天的天数。越久越难收回，报表按天数分段。',
  },
  tail: {
    word: '尾差',
    pinyin: 'wei cha',
    means: '收到的钱和应收的相差几分几角，不值得再追讨时，在限额以内一并结清的差额。',
  },
  undo: {
    word: '冲销',
    pinyin: 'chong xiao',
    labels: ['冲销原因', '冲销时间', '冲销凭证', '冲销申请人', '冲销复核人', '冲销确认人'],
    means: '把记错的一笔用金额相反的一笔抵掉。原来的记录留着；由一人申请、另一人确认。',
  },
  payFile: {
    word: '付款文件',
    pinyin: 'fu kuan wen jian',
    labels: ['付款文件号'],
    means: '把多笔付款写成银行能读的一个文件，由一人制作、另一人放行后下载，到网银上传；银行的回执再读回来。',
  },
  channelRecon: {
    word: '渠道对账',
    pinyin: 'qu dao dui zhang',
    means: '每天拿支付渠道的对账文件和系统里的收付款逐笔比对，多的、少的、金额不同的逐笔处理。',
  },
  reopen: {
    word: '反结账',
    pinyin: 'fan jie zhang',
    labels: ['反结账申请人', '反结账原因'],
    means: '把已结账的月份重新打开改账。一人申请、另一人同意，结账时自动入账的凭证用红字冲回。',
  },
  basis: {
    word: '口径',
    pinyin: 'kou jing',
    labels: ['统计口径'],
    means: '一个数字怎么算：按哪个日期、含不含税、算哪些单据。口径不同的两个数字不能直接比。',
  },
  authCode: {
    word: '鉴权码',
    pinyin: 'jian quan ma',
    means: '终端注册时平台发给它的一串代码，以后每次连接都要报上来，证明是同一台终端。',
  },
  stay: {
    word: '停留',
    pinyin: 'ting liu',
    labels: ['停留时间'],
    means: '单据停在现在这一步、车辆停在一个地方的时间。越久越可能是卡住了。',
  },
  taxPeriod: {
    word: '税款所属期',
    pinyin: 'shui kuan suo shu qi',
    means: '这张进项发票的税额在哪个月的增值税申报里抵扣。可以晚于开票的月份，申报以后不能再改。',
  },
  check: {
    word: '查验',
    pinyin: 'cha yan',
    labels: ['查验时间', '查验人'],
    means: '在税务局的网站上核对发票的号码、日期和金额，确认它是真的、没有作废也没有红冲。查验通过才能勾选。',
  },
  badDebt: {
    word: '坏账',
    pinyin: 'huai zhang',
    labels: ['应收坏账', '已核销坏账(元)', '核销单号'],
    means: '催不回来、决定不再追的应收款：一人申请核销、另一人确认，记为损失。以后又收到的，单独登记收回。',
  },
  prepaid: {
    word: '预收',
    pinyin: 'yu shou',
    labels: ['预收余额', '预收余额(元)'],
    means: '货主先打来、还没有用掉的钱。运单签收以后先从里面抵运费，用不完的可以申请退款。',
  },
  fuelShift: {
    word: '油品调整',
    pinyin: 'you pin tiao zheng',
    labels: ['调整单号'],
    means: '油品账户之间的划转，以及盘点出来的损耗和盘盈：一人申请、另一人同意以后入账。',
  },
})
