// Chapters for money beside sheets: files for the bank, reconciliation, closing, letters, flows, reports, fuel and deposits.
import { chaptersOf } from './chapter.ts'

export const moneyChapters = chaptersOf({
  payFiles: {
    title: '付款文件与结果',
    pinyin: 'fu kuan wen jian yu jie guo',
    sides: ['platform', 'branch'],
    permit: 'payFile.view',
    purpose: '银行没有接口时，把付款做成文件到网银上传，再把银行的结果读回来。',
    screen: 'PayFileList',
    steps: [
      ['付款时选“银行批量文件”，这些付款就等在待出文件里。'],
      ['勾选、选模板，生成付款文件；生成以后还没有放行的可以撤回。'],
      [
        '另一个人逐笔核对收款人和金额后放行，才能下载。放行以后，各笔记为“银行处理中”，不能再撤回。',
        '生成的人不能放行。',
      ],
      [
        '从网银下载的结果文件在同一页读入：先预览，另一人确认后才入账；对不上的行不入账。',
        '先说失败、后来又说成功的会出现在异常处理里，由两个人商定。',
      ],
    ],
    terms: ['fourEyes', 'channel', 'exception'],
  },
  recon: {
    title: '渠道对账',
    pinyin: 'qu dao dui zhang',
    sides: ['platform', 'branch'],
    permit: 'recon.view',
    purpose: '每天把银行的流水和账上的流水对一遍，多的、少的、金额不一样的都有人说明。',
    screen: 'ReconList',
    steps: [
      ['读入当天的对账文件：期初加发生要等于期末，并且接得上前一天。', '同一份文件、同一天只能读一次。'],
      ['另一个人采用以后自动对：先按订单号、流水号，再看金额。只有金额一样的，列为建议，由人采纳。'],
      [
        '差异逐条办：收入补记为来款，支出记为异常，多笔对一笔的合并对平，其余写明差异从何而来。',
        '都要另一个人同意；后来对上的自己消失。',
      ],
      ['打印银行存款余额调节表：两边调节后的余额应当相等，不等的先检查缺哪天的文件。'],
    ],
    terms: ['trade', 'fourEyes'],
  },
  closing: {
    title: '期间结账与对账函',
    pinyin: 'qi jian jie zhang yu dui zhang han',
    sides: ['platform', 'branch'],
    permit: 'ledger.view',
    purpose: '一个月的账做完、对过，由两个人结账；结账以后的账不能再改。',
    screen: 'PeriodList',
    steps: [
      ['打开要结的月份，看检查项：没过的写着差多少、去哪里办。'],
      ['发对账函：一次发给所有有往来或余额的企业，对方逐个账户确认或提异议。', '账有错的改正后撤回重发。'],
      [
        '一人申请结账，另一人在 24 小时内确认；过时失效，须重新申请。',
        '申请时可以勾选未开票收入和结转损益，确认的那一刻入账。',
      ],
      ['确有要改的，申请反结账并写明原因，同样由另一人确认。'],
      ['结账以后才知道的事，记在下一个没有结账的月份。'],
    ],
    terms: ['period', 'trial', 'reversal', 'fourEyes'],
  },
  letters: {
    title: '对账单与对账函',
    pinyin: 'dui zhang dan yu dui zhang han',
    sides: ['shipper', 'carrier'],
    permit: 'account.view',
    purpose: '平台每月发来往来余额请您核对，没有异议的确认，有不对的写清楚。',
    screen: 'LetterList',
    steps: [
      [
        '对账函列着这个月末各账户的余额：逐个账户确认，或者提异议，写明哪里不对、应为多少。',
        '全部确认表示双方没有异议，不能撤销。发函以后又补记的账会写在旁边。',
      ],
      ['平台说明以后再核对一次；账确有错的，平台改正后重发。'],
      ['货主还有对账单：一个月的每张运单一行，逐行核对。', '承运商在结算明细里打印对账单盖章。'],
      ['账户流水按日期看每一笔以后的余额；交易流水是真正动过的钱，可以打印回单。'],
      ['货主没用完的预收款在预收退款里申请退回：平台一人审批，另一人在银行退款。'],
    ],
    terms: ['trade', 'flow', 'refund'],
  },
  chain: {
    title: '四流核对',
    pinyin: 'si liu he dui',
    sides: ['platform', 'branch'],
    permit: 'chain.view',
    purpose: '每张运单的合同、货物、资金、发票互相对一遍，缺什么、哪里不符，检查来了拿得出来。',
    screen: 'ChainList',
    steps: [
      [
        '四流核对按签收月份列运单，每一流是齐、缺、不符或未知；一张运单以最差的一流为准。',
        '查不到的就是未知，不当作齐。',
      ],
      ['打开一张看原因：合同没有签、围栏里没有停过、付款与运单不符、发票少了多少。'],
      ['能办的带着去办：补合同、处理异常定位、催票。办好以后自己变。'],
      ['要交给检查的，勾选后生成核查包：每张运单一个文件夹，带结论、单据和校验码，在下载中心取。'],
    ],
  },
  reports: {
    title: '毛利与账龄',
    pinyin: 'mao li yu zhang ling',
    sides: ['platform', 'branch'],
    permit: 'profit.view',
    purpose: '赚了多少、谁欠多久、欠谁多久，都从总账来，并且说得出和总账对不对得上。',
    screen: 'ProfitList',
    steps: [
      [
        '毛利分析按运单、货主、承运商或线路看收入、成本和毛利；还是暂估的标明暂估。',
        '最下面的合计加未分摊等于利润表，对不上会写出来。',
      ],
      [
        '应收账龄看货主在某一天末欠多少、逾期几天；要催的按“催款”，货主收到欠款和最早到期的运单，一天一次；收不回的申请坏账核销。',
        '暂估与来款账龄看每家承运商还有多少暂估没冲回、多少来款没人认领，各有多久；暂估久的按“催票”。',
      ],
      ['应付账龄看欠承运商的各期到期没有。'],
    ],
    questions: [
      ['为什么毛利和运费差价不一样？', '运费差价是两边含税运价相减；毛利是总账里不含税、算上扣款和各项费用以后的。'],
    ],
    terms: ['estimate'],
  },
  fuel: {
    title: '油卡、油券与通行费',
    pinyin: 'you ka you quan yu tong xing fei',
    sides: ['platform', 'branch'],
    permit: 'fuel.view',
    purpose: '从充值到发给运单、司机用掉、供应商的账对上，每一升油、每一次过路都有去处。',
    screen: 'FuelAccounts',
    steps: [
      ['登记供应商的油品或 ETC 账户；充值由另一人在资金登记复核以后才有余额。'],
      [
        '登记油卡：发车前在发放记录选待发放的运单，发到油卡或油券，不超过计划。',
        '卡挂失的先冻结；签收前没有用掉的可以回收。',
      ],
      ['用油对账：导入供应商的消费文件，按卡号、券码对到发放；对不上的说明原因，或补发以后再比一次。'],
      [
        '通行费归集：导入过路记录，按车和时间对到运单，确认后立即记账。',
        '签收以前归集的算作已付，签收以后的转为承运商欠款，在下一张结算单抵扣。',
      ],
      ['账户之间划转、查明的损耗和盘盈在油品调整里登记，由另一个人复核。'],
    ],
    terms: ['fuelCard', 'fourEyes', 'debt'],
  },
  deposits: {
    title: '押金收退',
    pinyin: 'ya jin shou tui',
    sides: ['platform', 'branch'],
    permit: 'fund.view',
    purpose: '承运商为油卡、设备或合同交的押金，收、退、抵欠款都要两个人，余额随时对得上。',
    screen: 'DepositList',
    steps: [
      ['登记押金：新到的钱照回单填，也可以选一笔待认领的来款；另一人复核后在押，打印收据。'],
      [
        '要退的按“申请退还”：一人同意，另一人在银行退款并填流水号；退不成的登记退款失败，恢复在押。',
        '承运商改了收款账户的，按新账户重新申请。',
      ],
      ['承运商欠款的，可以用押金抵：另一人同意后立即记账，先还所选的，多出的依次还更早的。'],
      ['银行退回来的在押金退还里登记退汇；登记错了的由两个人冲销。'],
    ],
    terms: ['fourEyes', 'debt'],
  },
})
