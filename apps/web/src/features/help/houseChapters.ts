// Chapters for the platform, its branches, and those who keep a company: verification, funds, books, people, policies.
import { chaptersOf } from './chapter.ts'

export const houseChapters = chaptersOf({
  verify: {
    title: '审核企业、车辆与司机',
    pinyin: 'shen he qi ye che liang yu si ji',
    sides: ['platform', 'branch'],
    permit: 'fleet.verify',
    purpose: '资质齐全、真实有效的才能接单派车，审核的结论和理由都留在记录里。',
    screen: 'VehicleList',
    steps: [
      ['今日里列着等审核的企业、车辆、司机和收款人，先提交的在前。'],
      ['对照照片看号码、有效期和名称，号码须看完整时按眼睛，看过会记下来。'],
      ['通过，或者退回并写明要补什么。'],
    ],
    terms: ['audit'],
  },
  branch: {
    title: '分公司与代办',
    pinyin: 'fen gong si yu dai ban',
    sides: ['platform'],
    permit: 'company.actFor',
    purpose: '平台账号先选分公司再办分公司的业务；替企业办事时，两个人的名字都写在账上。',
    steps: [
      ['点右上角的姓名，选择分公司。没有选的时候办分公司的业务，会提示请使用分公司管理账号进行操作。'],
      ['要替企业的员工办事，选择员工，页面上方会一直写着在替谁办。', '审核、付款和改密码不能代办。'],
      ['办完退出代办。'],
    ],
    terms: ['acting', 'platformCarrier'],
  },
  funds: {
    title: '登记与复核资金',
    pinyin: 'deng ji yu fu he zi jin',
    sides: ['platform', 'branch'],
    permit: 'fund.view',
    purpose: '钱先进账，才能付出去：充值、自有资金转入、购油，一人登记一人复核。',
    screen: 'FundList',
    steps: [
      ['选分公司，登记金额、日期和银行流水号。', '同一个流水号只能登记一次。'],
      ['另一个人对照银行回单复核，通过后记账，通道余额随之增加。'],
      ['登记错了的退回，由登记的人重新登记。'],
      [
        '给油品或 ETC 账户充值在油品账户页办，同样要另一人在资金登记复核，余额才增加。',
        '发车前在发放记录页把油费发到运单的油卡或油券上，不能超过计划；签收前没用的可以回收。',
      ],
      [
        '银行没有接口时，货主付款选“银行批量文件”：在付款文件里勾选、生成，另一个人放行后下载，到网银上传。',
        '银行的结果文件在同一页读回来，对不上的行不入账，由另一个人确认。',
      ],
    ],
    terms: ['fund', 'fuelCard', 'channel', 'fourEyes'],
  },
  remittances: {
    title: '认领来款',
    pinyin: 'ren ling lai kuan',
    sides: ['platform', 'branch'],
    permit: 'remittance.view',
    purpose: '银行到了钱，先登记确认，再认领给货主；认领以后自动冲抵货主最早到期的应收。',
    screen: 'RemittanceList',
    steps: [
      ['选分公司，照银行回单登记付款方、账号、金额和流水号。', '同一个流水号只能登记一次，资金登记里登过的也算。'],
      ['另一个人核对银行回单后确认到账，这笔钱记为待认领。'],
      ['打开来款看建议：付款账号、户名、金额对得上的货主排在前面；没有对得上的按名称查找。'],
      ['认错了撤销认领，账用红字冲回，被它冲掉的应收恢复未付。'],
      ['没人认的申请退回，另一个人在银行退款后填流水号确认。'],
      [
        '承运商打来还欠款的，在欠款台账打开那笔欠款登记收回；付不清的约定分期，收不回的两个人确认后核销。',
        '同一货主、同一分公司的下一张结算单会自动抵扣；打印催收函请对方盖章。',
      ],
      [
        '货主没用完的预收款由它申请退款：一人审批，另一人在银行退款并填号。',
        '还能派多少车看信用额度：派车时按预估运费占用。',
      ],
      [
        '月份过完，在货主对账单选货主和月份生成并发送；货主逐行核对，有异议的行由你说明，账有错的改正后撤回重出。',
        '生成以后补记到这个月的账，列入下一张。',
      ],
    ],
    terms: ['remittance', 'offset', 'fourEyes', 'debt', 'credit', 'refund'],
  },
  books: {
    title: '看账：凭证与试算',
    pinyin: 'kan zhang ping zheng yu shi suan',
    sides: ['platform', 'branch', 'shipper', 'carrier'],
    permit: 'voucher.view',
    purpose: '签收、结算、支付都会自动生成凭证；每个数都能追到是哪张单据来的。',
    screen: 'VoucherList',
    steps: [
      ['凭证列表按分公司、月份、种类查。', '企业只看得到自己和平台之间的往来。'],
      ['打开一张凭证，每行分录后面是来源单据，按一下就到。'],
      ['科目余额表看某月的期初、发生和期末，最下面是试算：借方合计等于贷方合计。'],
      [
        '交易流水是真正动过的钱，一笔一行，可以按结算单、运单查，打印交易回单。',
        '银行回单由平台上传，付款和收款的企业都看得到。',
      ],
      [
        '账户流水像银行对账单：选账户和日期，看期初、每一笔之后的余额、当日合计和期末。',
        '地址发给同事，打开是同一页。',
      ],
      [
        '月末发对账函：一次发给所有有余额的企业，对方逐个账户确认或提异议。',
        '发函后又有补记的账会写在旁边；账确有错的，改正后撤回重发。',
      ],
      ['账错了不改原凭证，用红字冲回再记对的。'],
    ],
    terms: ['voucher', 'estimate', 'reversal', 'trial', 'period', 'trade', 'slip', 'flow'],
  },
  people: {
    title: '员工、职位与权限',
    pinyin: 'yuan gong zhi wei yu quan xian',
    permit: 'staff.view',
    purpose: '每个人一个账号，按职位给权限；谁也给不出自己没有的权限。',
    screen: 'StaffList',
    steps: [
      ['在职位设置里看每个职位能做什么，需要的话新建一个。'],
      ['添加员工，选职位、分公司和数据范围。', '初始密码只显示一次，让他登录后马上改。'],
      ['离职的停用账号，他办过的单据都还在。'],
      ['想知道某人为什么能或不能做一件事，在员工里查权限说明。'],
    ],
    terms: ['dataScope', 'fourEyes', 'audit'],
  },
  policies: {
    title: '企业策略',
    pinyin: 'qi ye ce lve',
    permit: 'company.policy',
    purpose: '本企业自己定的规矩：结算单由谁提交、谁审核，回单确认后才结算，自动签收，资金操作要不要动态验证码。',
    screen: 'CompanyPolicies',
    steps: [
      ['每条策略旁写着它管什么、谁在什么时候改过。'],
      ['打开或关上要改的几条，看一遍改了什么，一起保存。'],
      ['改了什么、谁改的，在审计日志里查得到。'],
    ],
    terms: ['audit', 'receipt', 'sign'],
  },
})
