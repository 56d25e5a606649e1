// Pinyin of every screen title, written down once so that no pinyin library travels to the browser.

/** Title → syllables. A test fails when a screen is missing here. */
const table: Readonly<Record<string, string>> = {
  首页: 'shou ye',
  消息中心: 'xiao xi zhong xin',
  我的货源: 'wo de huo yuan',
  发布货源: 'fa bu huo yuan',
  货源详情: 'huo yuan xiang qing',
  任务列表: 'ren wu lie biao',
  指派运单: 'zhi pai yun dan',
  运单列表: 'yun dan lie biao',
  运单详情: 'yun dan xiang qing',
  结算单列表: 'jie suan dan lie biao',
  付款待办: 'fu kuan dai ban',
  群发通知: 'qun fa tong zhi',
  新建结算单: 'xin jian jie suan dan',
  结算单: 'jie suan dan',
  凭证列表: 'ping zheng lie biao',
  记账凭证: 'ji zhang ping zheng',
  科目余额表: 'ke mu yu e biao',
  车辆管理: 'che liang guan li',
  司机管理: 'si ji guan li',
  企业策略: 'qi ye ce lve',
  员工管理: 'yuan gong guan li',
  职位设置: 'zhi wei she zhi',
  合作承运商: 'he zuo cheng yun shang',
  合作货主: 'he zuo huo zhu',
  合作邀请: 'he zuo yao qing',
  审计日志: 'shen ji ri zhi',
  账号安全: 'zhang hao an quan',
  企业资料: 'qi ye zi liao',
  企业管理: 'qi ye guan li',
  企业详情: 'qi ye xiang qing',
  分公司: 'fen gong si',
}

/** Syllables of a title; undefined when it is not written down. */
export const pinyinOf = (title: string): readonly string[] | undefined => table[title]?.split(' ')
