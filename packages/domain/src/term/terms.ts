// Words of the trade with their meaning, told beside them on pages and in the manual.
import { bookTerms } from './bookTerms.ts'
import { termTable } from './term.ts'

/** The words by key. A label stands in one row only. */
export const terms = termTable({
  loss: {
    word: '亏吨',
    pinyin: 'kui dun',
    labels: ['亏吨规则', '亏吨计算', '亏吨(吨)', '允许亏吨', '亏吨扣款单价', '亏吨扣款'],
    means: '卸货重量比装货重量少的部分。没有超过约定的允许值不扣款；超过时按约定，扣超出的部分或全部。',
    example: '装 33.000 吨、卸 32.880 吨，亏 0.120 吨；允许 3‰ 即 0.099 吨，超过了，按扣款单价扣。',
  },
  rounding: {
    word: '抹零',
    pinyin: 'mo ling',
    labels: ['扣款(含抹零)', '扣款(含抹零)(元)', '扣款含抹零'],
    means: '把算出的运费去掉零头，抹到元或十元。去掉的零头单独记一行，账上看得见。',
    example: '9,380.57 抹到元为 9,380.00，抹零 −0.57。',
  },
  cut: {
    word: '扣减',
    pinyin: 'kou jian',
    means: '从运费里减的钱：亏吨、货损、双方约定的其他扣款和抹零。运费成本和承运商开票按减后的金额。',
    example: '运费 1,000.00、扣减 50.00，运费成本 950.00。',
  },
  penalty: {
    word: '罚款',
    pinyin: 'fa kuan',
    labels: ['其中罚款', '其中罚款(元)'],
    means: '超时扣款和违约罚款。少付给承运商，但不减运费：运费照原数入账和开票，罚款记营业外收入，不计税。',
    example: '运费 1,000.00、扣减 50.00、罚款 100.00，应付 850.00；运费成本仍是 950.00。',
  },
  goods: {
    word: '货源',
    pinyin: 'huo yuan',
    means: '货主要运的一批货：货物、装卸地、车辆要求、价格和结算约定。承运商接单后变成任务和运单。',
  },
  bulk: {
    word: '散货',
    pinyin: 'san huo',
    means: '按吨计费、装卸都要过磅的货，如煤炭、粮食、砂石。须约定磅单要求和亏吨规则。',
  },
  trunk: {
    word: '干线',
    pinyin: 'gan xian',
    labels: ['干线线路', '班次'],
    means: '固定线路、固定班次的运输。货源挂在线路的某个班次上，可以约定途经点和甩挂。',
  },
  dropHook: {
    word: '甩挂',
    pinyin: 'shuai gua',
    means: '牵引车把挂车留在一处，由另一台牵引车接走，车头不等装卸。',
  },
  task: {
    word: '任务',
    pinyin: 'ren wu',
    means: '一家承运商在一批货源里要运的那部分：自己接的，或货主派给它的。派车后生成运单。',
  },
  send: {
    word: '发布任务',
    pinyin: 'fa bu ren wu',
    means: '货主把货源的一部分指定给一家承运商，承运商在期限内接单或拒绝。',
  },
  release: {
    word: '转派',
    pinyin: 'zhuan pai',
    labels: ['转派任务'],
    means: '承运商把手上任务的一部分交给另一家承运商运。两份价格的差额是它的转派差价。',
  },
  releaseFee: {
    word: '转派差价',
    pinyin: 'zhuan pai cha jia',
    means: '转派的承运商在一票运单上挣到的：自己的承运价减去转给下一家的价格。',
  },
  appoint: {
    word: '指派',
    pinyin: 'zhi pai',
    labels: ['指派运单', '派车'],
    means: '给任务选定车辆和司机，每台车生成一票运单。证件过期、超过核定载重、正在别的运单上的车会标出原因。',
  },
  waybill: {
    word: '运单',
    pinyin: 'yun dan',
    means: '一台车、一位司机运一趟货的单据：从接单、装货、卸货到签收，金额和回单都在上面。',
  },
  swap: {
    word: '换车',
    pinyin: 'huan che',
    means: '路上车坏了或司机换了，改由另一台车运完。须说明原因，由平台确认后生效。',
  },
  pound: {
    word: '磅单',
    pinyin: 'bang dan',
    labels: ['磅单要求', '装货磅单', '卸货磅单'],
    means: '过磅的凭据，写着毛重、皮重、净重和时间。磅单要求约定哪一端必须过磅并上传照片。',
  },
  sign: {
    word: '签收',
    pinyin: 'qian shou',
    labels: ['签收截止'],
    means: '货主确认收到的货和重量，金额由此定下来。企业策略打开自动签收的，卸货 7 天没有异议就自动签收。',
  },
  dispute: {
    word: '签收异议',
    pinyin: 'qian shou yi yi',
    means: '货主认为重量或货损不对，写明理由和证据提出。答复和处理完以前，这票运单不结算。',
  },
  receipt: {
    word: '回单',
    pinyin: 'hui dan',
    labels: ['回单状态'],
    means: '收货人签过字的送货单。承运商卸货后拍照上传，货主审核通过后，运单才能按约定付款。',
  },
  backfill: {
    word: '回单补录',
    pinyin: 'hui dan bu lu',
    means: '货已经运完、当时没有走系统的运单，凭回单补进来。补录的运单标有来源，仍要签收和审核。',
  },
  fence: {
    word: '围栏',
    pinyin: 'wei lan',
    labels: ['围栏半径', '围栏车辆', '电子围栏'],
    means: '装货地、卸货地周围的一个圈。车辆进出圈的时间用来核对到达和离开。',
  },
  shipperPrice: {
    word: '托运价',
    pinyin: 'tuo yun jia',
    labels: ['托运运费', '托运单价'],
    means: '货主付的价格。货主看不到承运价，承运商看不到托运价。',
  },
  carrierPrice: {
    word: '承运价',
    pinyin: 'cheng yun jia',
    labels: ['承运运费', '承运单价'],
    means: '付给承运商的价格。',
  },
  margin: {
    word: '运费差价',
    pinyin: 'yun fei cha jia',
    means: '托运运费减承运运费和转派服务费，含税，没有减扣款。运单挣了多少看毛利，两者不是一个数。',
  },
  profit: {
    word: '毛利',
    pinyin: 'mao li',
    means: '按总账：不含税的收入减去各项成本、服务费和赔款。结算以前的成本是暂估的。',
  },
  payable: {
    word: '应付',
    pinyin: 'ying fu',
    labels: ['应付金额', '应付运费'],
    means: '扣款、预付和油卡以前的运费。',
  },
  due: {
    word: '实付',
    pinyin: 'shi fu',
    labels: ['实付金额'],
    means: '应付减去扣款、抹零、已付的油和欠款，真正要付出去的钱。',
  },
  sheet: {
    word: '结算单',
    pinyin: 'jie suan dan',
    means: '把一家承运商已签收的运单放在一张单子上付款：从制单到付款由不同的人办。',
  },
  debt: {
    word: '承运商欠款',
    pinyin: 'cheng yun shang qian kuan',
    labels: ['上期欠款', '结转欠款', '欠款台账'],
    means:
      '扣款多于运费、预付后取消、重复付出的钱，由承运商欠着：从它的下一张结算单里扣回，或由它打款收回；收不回的两个人确认后核销。',
  },
  fourEyes: {
    word: '制单与复核',
    pinyin: 'zhi dan yu fu he',
    labels: ['复核人'],
    means: '同一笔钱，制单的人不能审核，也不能支付。两个人都看过，钱才付得出去。',
  },
  channel: {
    word: '支付通道',
    pinyin: 'zhi fu tong dao',
    means: '付款经过的银行或存管机构。没有接通的通道不会出现在支付窗口里。',
  },
  returned: {
    word: '退汇',
    pinyin: 'tui hui',
    means: '银行付出去的钱又退回来，多半因为户名、账号不符。退回的钱会记回账上，运单要重新结算。',
  },
  exception: {
    word: '支付异常',
    pinyin: 'zhi fu yi chang',
    means: '银行的消息和账上不一致，比如先说失败后说成功。两个人商定结果以前，这张结算单不能再付。',
  },
  fund: {
    word: '资金登记',
    pinyin: 'zi jin deng ji',
    means: '货主打来的钱、平台转入通道的自有资金、购油款：一个人登记，另一个人复核后入账。',
  },
  trade: {
    word: '交易流水',
    pinyin: 'jiao yi liu shui',
    means:
      '真正动过的每一笔钱：充值、付运费、退汇、购油，一笔一行，有付款方、收款方、银行流水号和回单。只记账、没有动钱的不在里面。',
  },
  slip: {
    word: '银行回单',
    pinyin: 'yin hang hui dan',
    labels: ['交易回单'],
    means: '银行为一笔收付开的凭据。平台上传后，付款和收款的企业都看得到；没有上传时可以打印本系统的交易回单。',
  },
  flow: {
    word: '账户流水',
    pinyin: 'zhang hu liu shui',
    means: '一个账户每一笔增减，按日期排，每笔后面写着当时的余额。期初加收入减支出等于期末。',
    example: '预收余额期初 1,000.00，充值 500.00，冲应收 300.00，期末 1,200.00。',
  },
  fuelCard: {
    word: '油卡',
    pinyin: 'you ka',
    labels: ['油品账户', '发放记录', '油券'],
    means:
      '分公司在油品供应商那里有账户，充值由两个人办；发车前把油费发到运单的油卡或油券上，签收时算作已付。没用的可以在签收前收回。',
  },
  agreement: {
    word: '合同',
    pinyin: 'he tong',
    labels: ['框架合同', '托运合同', '承运合同'],
    means:
      '框架合同由货主与承运商签，一对合作企业一份；每张运单有托运合同（货主与承运平台）和承运合同（承运平台与实际承运人）。电子签章由各方签署，纸质合同由一人上传扫描件、另一人复核。',
  },
  realName: {
    word: '实名认证',
    pinyin: 'shi ming ren zheng',
    means: '企业和经办人在签章平台核实身份，通过后才能电子签署合同。结果以本系统向签章平台查询的为准。',
  },
  remittance: {
    word: '来款',
    pinyin: 'lai kuan',
    labels: ['来款认领'],
    means:
      '打进通道账户、还不知道是谁的钱。一个人登记、另一个人对银行回单确认，再认领给货主；没人认的两个人确认后原路退回。',
  },
  credit: {
    word: '可用额度',
    pinyin: 'ke yong e du',
    labels: ['信用额度', '在途预估'],
    means:
      '货主还能派多少车：预收余额加信用额度，减去应收未付、已核销坏账和在途运单的预估运费。派车时就占用，签收后转为应收。',
    example: '预收 1,000，额度 5,000，应收 2,000，在途 3,500，可用 500。',
  },
  refund: {
    word: '预收退款',
    pinyin: 'yu shou tui kuan',
    labels: ['退款号'],
    means: '货主没用完的预收款退回它打款的账户：货主申请，平台一人审批、另一人在银行退款。申请以后这笔款不再冲抵运费。',
  },
  deposit: {
    word: '押金',
    pinyin: 'ya jin',
    labels: ['押金号', '押金退还', '退还单号'],
    means:
      '承运商为油卡、设备或履约交给分公司的钱：一人登记、另一人复核入账。退的时候一人申请、另一人同意，再在银行退款并填流水号；也可以抵它欠的款。',
  },
  offset: {
    word: '预收冲应收',
    pinyin: 'yu shou chong ying shou',
    means: '货主预付的钱自动冲掉它欠的运费，先冲最早到期的；充值、签收、作废以后都会立即冲一次。',
  },
  voucher: {
    word: '凭证',
    pinyin: 'ping zheng',
    labels: ['凭证号', '记账凭证'],
    means: '一笔账的书面依据，按分公司和月份连续编号，借贷相等。错了不改，用红字冲回。',
  },
  estimate: {
    word: '暂估',
    pinyin: 'zan gu',
    labels: ['暂估凭证', '暂估依据', '冲回暂估'],
    means: '运单签收了、还没有结算和发票，先按约定的价格估一笔成本入账；结算时冲回，换成实数。',
  },
  fourFlows: {
    word: '四流合一',
    pinyin: 'si liu he yi',
    labels: ['四流核对'],
    means: '一张运单的合同、货物、资金、发票四样都齐，当事方和金额也对得上。税务和监管按它核查业务真不真。',
  },
  tollPass: {
    word: '归集',
    pinyin: 'gui ji',
    labels: ['通行费归集'],
    means: '把一笔过路费算到当时在跑的那张运单上。系统按车牌和时间建议运单，由人确认后入账。',
  },
  reversal: {
    word: '红字',
    pinyin: 'hong zi',
    labels: ['红字冲回', '冲红'],
    means: '用一张金额为负的凭证把原来的冲掉。原凭证留着，查得到来龙去脉。',
  },
  trial: {
    word: '试算',
    pinyin: 'shi suan',
    means: '把所有科目的借方和贷方各加一遍，两边相等，账才是平的。',
  },
  period: {
    word: '会计期间',
    pinyin: 'kuai ji qi jian',
    means: '记账的月份。结账以后，这个月不再入账。',
  },
  platformCarrier: {
    word: '网络货运承运',
    pinyin: 'wang luo huo yun cheng yun',
    labels: ['网络货运', '网络货运类型'],
    means: '平台以承运人身份和货主签合同、开发票，再委托实际承运的车队或司机，对运输负责。',
  },
  dataScope: {
    word: '数据范围',
    pinyin: 'shu ju fan wei',
    means: '一个人能看到本企业的哪些单据：全部、所在分公司的，或只有自己负责的。',
  },
  acting: {
    word: '代办',
    pinyin: 'dai ban',
    labels: ['选择员工'],
    means: '平台的人替企业的员工办事。每一步都记两个名字；付款、审核这类事不能代办。',
  },
  notConnected: {
    word: '未接入',
    pinyin: 'wei jie ru',
    labels: ['怎么接入'],
    means:
      '外部接口还没有接通。由运维人员在服务器配置文件里填写地址和密钥，重启服务后生效；接通以前怎么办，写在说明里。',
  },
  recorded: {
    word: '补记',
    pinyin: 'bu ji',
    labels: ['采纳与补记'],
    means: '银行有一笔、账上没有时，按银行的流水补一笔账；采纳建议是认领系统找到的那一笔。两种都由另一个人复核。',
  },
  wholeTrail: {
    word: '完整率',
    pinyin: 'wan zheng lv',
    means: '车辆走过的路里，一路有定位的里程占全部里程的比例。没有信号的一段算没有定位。',
    example: '走了 500.0 公里，其中 25.0 公里没有信号，完整率 95.0%。',
  },
  odometer: {
    word: '车载里程',
    pinyin: 'che zai li cheng',
    means: '车上里程表当天走的公里数，由终端报来。和按定位算的里程相差多的，定位可能断过，或里程表没有校准。',
  },
  lateFixes: {
    word: '断网补传',
    pinyin: 'duan wang bu chuan',
    means: '终端在没有网络的路段先记下定位，有网后再传来的点数。这些点照样算进轨迹和里程。',
  },
  setOff: {
    word: '抵欠',
    pinyin: 'di qian',
    labels: ['抵欠款', '已抵欠款(元)'],
    means: '承运商以前欠的钱，从这次要付的运费里扣下来抵掉。',
    example: '应付 1,000.00、抵欠 200.00，实付 800.00。',
  },
  notUsed: {
    word: '在外未用',
    pinyin: 'zai wai wei yong',
    means: '已经发给司机的油卡、油券里还没有用掉的钱。',
  },
  notSplit: {
    word: '待拆分',
    pinyin: 'dai chai fen',
    means: '账上已经应付、还没有拆成分期的钱，例如转派服务费，因此没有到期日。',
  },
  noVerdict: {
    word: '轨迹未判定',
    pinyin: 'gui ji wei pan ding',
    means: '车辆没有装卸两地的定位，系统判断不了是否到过，四流核对里的货物流因此不完整。',
  },
  audit: {
    word: '审计日志',
    pinyin: 'shen ji ri zhi',
    means: '谁在什么时候对哪张单据做了什么、改前改后是什么。按天封存，任何人改不了。',
  },
  ...bookTerms,
})
export type TermKey = keyof typeof terms
