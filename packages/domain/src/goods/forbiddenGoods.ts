// Goods an online freight platform may not carry: dangerous, prohibited and restricted ones, by the words people write.

/**
 * Words that name such goods. A word is not meant where a machine or a vessel follows it: 柴油发动机 is a machine.
 *
 * @source 网络平台道路货物运输经营管理暂行办法 (no dangerous goods without the licence); GB 12268 names, shortened
 */
const words = [
  '炸药',
  '雷管',
  '导爆',
  '烟花',
  '爆竹',
  '鞭炮',
  '火药',
  '枪支',
  '弹药',
  '管制刀具',
  '毒品',
  '易制毒',
  '汽油',
  '柴油',
  '煤油',
  '石脑油',
  '液化石油气',
  '液化气',
  '液化天然气',
  '压缩天然气',
  '甲醇',
  '乙醇',
  '甲苯',
  '丙酮',
  '苯乙烯',
  '硫酸',
  '盐酸',
  '硝酸',
  '烧碱',
  '氢氧化钠',
  '液氯',
  '液氨',
  '氰化',
  '砒霜',
  '剧毒',
  '放射性',
  '危险品',
  '危险废物',
  '危废',
  '医疗废物',
  '象牙',
  '野生动物',
  '走私',
] as const

const machines = /^(?:发动机|机组|机|泵|桶|罐|车|叉车|配件|滤芯)/

/** A message when the name of goods says that they may not be carried; undefined otherwise. */
export function checkForbidden(name: string): string | undefined {
  const word = words.find(one => {
    const at = name.indexOf(one)
    return at >= 0 && !machines.test(name.slice(at + one.length))
  })
  return word === undefined ? undefined : `含有不能承运的货物“${word}”`
}
