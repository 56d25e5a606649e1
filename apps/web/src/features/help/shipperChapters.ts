// Chapters for those who ship: publishing, sending, signing, sheets.
import { chaptersOf } from './chapter.ts'

export const shipperChapters = chaptersOf({
  publish: {
    title: '发布货源',
    pinyin: 'fa bu huo yuan',
    sides: ['shipper', 'platform', 'branch'],
    permit: 'goods.publish',
    purpose: '把要运的货、装卸地、价格和结算约定写清楚，发给承运商。',
    screen: 'GoodsPublish',
    steps: [
      ['选货源类型：普通、干线或散货。', '散货须约定磅单要求和亏吨规则。'],
      [
        '点一条常用线路，装卸地和联系人一次填好；没有的，选常用地址、粘贴整段地址，或手工填写。',
        '常用地址与线路由发布过的货源自动记下，可改名、置顶、隐藏。',
      ],
      [
        '群里谈好的，按“粘贴消息…”整段贴进来，认出的内容逐项标明“来自粘贴”，核对后采用。',
        '拿不准的会留空，消息本身不保存。',
      ],
      ['填货物、数量、车辆要求和装货时间。'],
      [
        '填单价和结算约定：亏吨怎么算、抹不抹零、账期几天。',
        '左侧列出还缺什么；最后一节“发布前核对”把要约定的读一遍。',
      ],
      ['选给谁看：指定的承运商、全部合作承运商，或公开。', '每家一个价时，各承运商只看得到自己的价。'],
      ['发布。之后接了多少、剩多少，在我的货源里看。'],
    ],
    questions: [
      ['发错了怎么改？', '没有人接单时直接改。有人接了的，涉及价格和约定的修改要承运商同意，在货源信息变更里办。'],
      ['和上次差不多，能不能不重填？', '在上次的货源上按“再来一单”，只改不同的地方。'],
    ],
    terms: ['goods', 'bulk', 'trunk', 'loss', 'rounding', 'pound'],
  },
  send: {
    title: '把任务派给承运商',
    pinyin: 'ba ren wu pai gei cheng yun shang',
    sides: ['shipper', 'platform', 'branch'],
    permit: 'task.send',
    purpose: '不等承运商来接，直接把一部分货指定给某一家。',
    screen: 'GoodsMy',
    steps: [
      ['打开货源，在承运商里选一家，按“发布任务”。'],
      ['填数量、价格和最晚答复时间。', '到时间没有答复，任务自动过期，数量回到货源。'],
      ['承运商接单后派车，运单就出现在货源和运单列表里。'],
    ],
    terms: ['task', 'send'],
  },
  sign: {
    title: '签收与提出异议',
    pinyin: 'qian shou yu ti chu yi yi',
    sides: ['shipper', 'platform', 'branch'],
    permit: 'waybill.sign',
    purpose: '核对重量和磅单，定下这票运单的金额。',
    screen: 'WaybillList',
    steps: [
      ['在今日或运单列表里打开待签收的运单。'],
      ['对照磅单照片看装货、卸货重量，系统按约定算好亏吨和扣款。'],
      ['没有问题就签收；重量不对可以改成实际的数，写明原因。'],
      ['有货损或者说不清的，提出签收异议，附上照片。', '承运商答复、双方说定以前，这票不结算。'],
    ],
    questions: [
      ['忘了签收会怎样？', '企业策略打开自动签收的，卸货 7 天没有异议就自动签收；没有打开的一直等着，今日里标为逾期。'],
    ],
    terms: ['sign', 'dispute', 'loss'],
  },
  receipts: {
    title: '审核回单',
    pinyin: 'shen he hui dan',
    sides: ['shipper', 'platform', 'branch'],
    permit: 'receipt.audit',
    purpose: '看承运商上传的回单照片是不是这一票、签字清不清楚，通过以后才能付款。',
    screen: 'ReceiptDesk',
    steps: [
      ['在今日里按“看回单”，或打开“回单审核”：左边是排队的单子，中间是照片，右边是重量、磅单、亏吨和扣款。'],
      ['照片可以放大、旋转、翻看下一张。', '键盘：← → 换照片，+ - 缩放，O 旋转。'],
      [
        '看得清、对得上就通过；不行就驳回，选原因或写明哪里不对，承运商会收到并重传。',
        '键盘：A 打开通过，R 打开驳回，Enter 办理；[ ] 看上一单、下一单。',
      ],
      ['还没有签收的，可以签收并通过，一次办完。'],
      ['约定要寄原件的，收到后确认。'],
    ],
    terms: ['receipt', 'backfill'],
  },
  sheets: {
    title: '制作结算单',
    pinyin: 'zhi zuo jie suan dan',
    sides: ['shipper', 'platform', 'branch'],
    permit: 'settlement.make',
    purpose: '把一家承运商可以结算的运单放在一张单子上，交给财务审核付款。',
    screen: 'SettlementMake',
    steps: [
      ['新建结算单按承运商列出可以结算的运单：几单、多少钱，逾期、有扣款、不够扣的排在前面。'],
      ['按“生成结算单”做这一家的，或者勾选几家、全部一起做。', '您看过之后运单有变化的那一家会停下来，请您再看一次。'],
      ['要挑着结，按“逐单选择”，勾选后核对合计：应付、扣款、抹零、上期欠款、实付。'],
      ['“暂不能结算”里写着每张运单差什么，能办的带着去办。'],
      ['生成后提交审核。', '制单的人不能审核、也不能支付自己的单子。'],
      ['被驳回的单子会回到今日，写着理由，改好再提交。'],
    ],
    terms: ['sheet', 'payable', 'due', 'debt', 'fourEyes'],
  },
  paying: {
    title: '审核结算单、付款',
    pinyin: 'shen he jie suan dan fu kuan',
    sides: ['shipper', 'platform', 'branch'],
    permit: 'settlement.view',
    purpose: '逐张看清楚付给谁、付多少、有没有异常，再把钱付出去。',
    screen: 'PaymentTasks',
    steps: [
      ['在付款待办里看等你审核、等你付款的单子，最早到期的在前。'],
      ['打开一张：看运单明细、扣款、收款账户，和平时不一样的地方会标出来。'],
      ['审核通过，或者驳回并写明理由。'],
      ['支付时再核对一次金额和通道，按要求输入两步验证码。', '通道里的钱不够时付不了，先登记资金。'],
      [
        '同样的单子不用一张张点：勾选多张，或者选择全部，再批量审核、批量支付。',
        '首次付款、新收款账户、运费偏离常价、扣款有争议的，要打开核对后才能勾选；一次最多 50 张、500 万元。办到哪里、哪几张没办成，在批量任务里看。',
      ],
      ['银行还没有回话的显示“银行处理中”或“结果未知”，系统会一直问到有结果，不会重复付款。'],
    ],
    questions: [
      ['付失败了怎么办？', '单子变成部分失败，写着银行的原因。关闭以后，运单可以重新结算。'],
      ['银行先说失败、后来又说成功呢？', '会出现支付异常，由两个人商定结果，商定以前不能再付。'],
    ],
    terms: ['fourEyes', 'channel', 'returned', 'exception'],
  },
})
