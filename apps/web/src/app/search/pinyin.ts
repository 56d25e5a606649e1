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
  新建结算单: 'xin jian jie suan dan',
  结算单: 'jie suan dan',
  凭证列表: 'ping zheng lie biao',
  记账凭证: 'ji zhang ping zheng',
  科目余额表: 'ke mu yu e biao',
  车辆管理: 'che liang guan li',
  司机管理: 'si ji guan li',
}

/** Syllables of a title; undefined when it is not written down. */
export const pinyinOf = (title: string): readonly string[] | undefined => table[title]?.split(' ')
