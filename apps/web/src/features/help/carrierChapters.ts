// Chapters for those who carry: taking, dispatching, the road, the fleet, getting paid.
import { chaptersOf } from './chapter.ts'

export const carrierChapters = chaptersOf({
  take: {
    title: '接单',
    pinyin: 'jie dan',
    sides: ['carrier'],
    permit: 'goods.take',
    purpose: '从可接的货源里接一部分，或者答复货主派来的任务。',
    screen: 'TaskList',
    steps: [
      ['今日里的“任务接单”写着还剩多少时间答复。'],
      ['看清装卸地、数量、价格和付款约定，再接单；不接的写明原因拒绝。'],
      ['货主公开的、给全部合作承运商的货源也可以自己接，填要运的数量。'],
      ['接下以后运不完的，可以退回剩余，或者转派给合作的车队。'],
    ],
    terms: ['task', 'release', 'releaseFee'],
  },
  dispatch: {
    title: '派车',
    pinyin: 'pai che',
    sides: ['carrier', 'platform', 'branch'],
    permit: 'waybill.appoint',
    purpose: '给任务选车和司机，每台车生成一票运单。',
    screen: 'TaskList',
    steps: [
      [
        '打开任务，按“派车”。列出的是能派的车，派不了的写着原因。',
        '常见原因：行驶证、保险或从业资格证过期，车还在别的运单上，超过核定载重。',
      ],
      [
        '点一台车，它就进了派车计划，司机和数量自动带出，可以改；再点一下撤销。',
        '用键盘：J、K 移动，X 选入或撤销。常用司机不能派时写着原因，须另选。',
      ],
      [
        '看一眼总车数、总吨数和派后剩余，确认派车。页面随即写明生成的运单和下一个待派任务。',
        '司机的手机号会给货主，便于联系，运单结束后收回。',
      ],
    ],
    terms: ['appoint', 'waybill'],
  },
  road: {
    title: '装货、运输、卸货',
    pinyin: 'zhuang huo yun shu xie huo',
    sides: ['carrier', 'platform', 'branch'],
    permit: 'waybill.advance',
    purpose: '车到哪一步就记到哪一步，重量和磅单跟着运单走。',
    screen: 'WaybillList',
    steps: [
      ['确认接单，到达装货地时按一下。'],
      ['装完填装货重量、时间，上传装货磅单，装货发车。'],
      ['到达卸货地按一下，卸完填卸货重量，上传卸货磅单。', '重量填错了，签收以前可以改，改前改后都有记录。'],
      ['路上出了问题按“运输中断”，写明原因；要换车的提出换车，平台确认后由新车接着运。'],
    ],
    questions: [
      ['什么时候会亏吨扣款？', '卸货比装货少的重量超过约定的允许值时。算法在运单的计价里，按“怎么算的”看每一步。'],
    ],
    terms: ['pound', 'loss', 'swap', 'fence'],
  },
  receipt: {
    title: '上传回单',
    pinyin: 'shang chuan hui dan',
    sides: ['carrier', 'platform', 'branch'],
    permit: 'receipt.upload',
    purpose: '卸完货把收货人签过字的送货单拍照传上来，货主通过以后才付款。',
    screen: 'WaybillList',
    steps: [
      ['卸货以后的下一步就是上传回单，一次最多九张，照片会自动转正。'],
      ['在电脑上点“手机扫码上传”，用手机扫一扫就能拍，手机上不用登录；关掉窗口或过十分钟，二维码就失效。'],
      ['拍的时候四个角都在里面，签字、日期和重量看得清。'],
      ['被驳回的会回到今日，写着哪里不对，重拍后再传。'],
      ['要寄原件的，寄出后填快递单号。'],
    ],
    terms: ['receipt'],
  },
  fleet: {
    title: '车辆、司机与证件',
    pinyin: 'che liang si ji yu zheng jian',
    sides: ['carrier', 'platform', 'branch'],
    permit: 'vehicle.view',
    purpose: '证件齐全、没有过期的车和司机才能派，快到期的会提前提醒。',
    screen: 'VehicleList',
    steps: [
      [
        '登记车辆：车牌、车型、核定载重、行驶证和道路运输证，上传照片。',
        '车多的用表格导入，有错的行会标出来，改好再导。',
      ],
      ['在司机管理登记司机：身份证、驾驶证、从业资格证，绑定常开的车。'],
      ['提交审核，平台通过以后才能派车。'],
      ['证件快到期时，今日里会提醒；换了新证上传，再审一次。'],
    ],
    terms: ['dataScope'],
  },
  payees: {
    title: '收款人与对账',
    pinyin: 'shou kuan ren yu dui zhang',
    sides: ['carrier', 'platform', 'branch'],
    permit: 'payee.view',
    purpose: '钱付给谁由收款人决定；每张结算单都看得到怎么算出来的。',
    screen: 'PayeeList',
    steps: [
      ['企业收款用对公账户，在企业资料里登记；司机、车主收款在收款人里登记，由平台核对。'],
      ['换账户要重新核对，核对期间不付款。'],
      [
        '结算单上每票运单列着运费、扣减、罚款和净额；有不同意见的，签收前在运单的费用扣款里答复。',
        '开票按运费减扣减，罚款不减开票金额。',
      ],
      ['扣款比运费多的差额记为欠款，从下一张结算单扣。'],
    ],
    terms: ['sheet', 'due', 'debt', 'returned'],
  },
})
