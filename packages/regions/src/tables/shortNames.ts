// Short names of divisions (余杭区 → 余杭): the rule and its exceptions.
import { isGroupName, type RegionLevel } from '../tree.ts'

// Names the rule would cut wrongly, or that people shorten in their own way.
const exceptions: Readonly<Record<string, string>> = {
  东乡族自治县: '东乡',
  鄂温克族自治旗: '鄂温克',
  鄂伦春自治旗: '鄂伦春',
  景宁畲族自治县: '景宁',
  喀喇沁左翼蒙古族自治县: '喀左',
  前郭尔罗斯蒙古族自治县: '前郭',
  杜尔伯特蒙古族自治县: '杜尔伯特',
  莫力达瓦达斡尔族自治旗: '莫力达瓦',
  大柴旦行政委员会: '大柴旦',
  中沙群岛的岛礁及其海域: '中沙群岛',
  两江新区: '两江新区',
  浦东新区: '浦东',
  滨海新区: '滨海',
  沈北新区: '沈北',
  神农架林区: '神农架',
  六枝特区: '六枝',
}

const ethnicNames = [
  '维吾尔',
  '哈萨克',
  '柯尔克孜',
  '塔吉克',
  '鄂温克',
  '鄂伦春',
  '达斡尔',
  '俄罗斯',
  '乌孜别克',
  '塔塔尔',
  '蒙古',
  '裕固',
  '撒拉',
  '东乡',
  '保安',
  '哈尼',
  '傈僳',
  '拉祜',
  '景颇',
  '布朗',
  '普米',
  '独龙',
  '基诺',
  '毛南',
  '仫佬',
  '仡佬',
  '土家',
  '锡伯',
  '朝鲜',
  '布依',
  '纳西',
  '德昂',
  '阿昌',
  '门巴',
  '珞巴',
  '赫哲',
  '高山',
  '各',
  '回',
  '藏',
  '苗',
  '彝',
  '壮',
  '满',
  '侗',
  '瑶',
  '白',
  '黎',
  '傣',
  '畲',
  '水',
  '佤',
  '土',
  '羌',
  '怒',
  '京',
].toSorted((a, b) => b.length - a.length)

const TRAILING_ETHNIC = new RegExp(`(?:(?:${ethnicNames.join('|')})族?)+$`)
const PROVINCE_SUFFIX = /(?:特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|省|市)$/
const AUTONOMOUS_SUFFIX = /自治[州县旗]$/
const PLAIN_SUFFIX = /^(.{2,}?)(?:地区|市|盟|县|区|旗)$/

/** Short name of one division; blank for a group name (县, 省直辖县级行政区划). Two characters are never cut to one (单县, 东区). */
export function shortName(name: string, level: RegionLevel): string {
  const exception = exceptions[name]
  if (exception !== undefined) return exception
  if (isGroupName(name)) return ''
  if (level === 'province') return name.replace(PROVINCE_SUFFIX, '')
  if (AUTONOMOUS_SUFFIX.test(name)) {
    const stem = name.replace(AUTONOMOUS_SUFFIX, '')
    // the first two characters always stay: 长白|朝鲜族, 融水|苗族, 陵水|黎族
    return stem.slice(0, 2) + stem.slice(2).replace(TRAILING_ETHNIC, '')
  }
  return PLAIN_SUFFIX.exec(name)?.[1] ?? name
}

/** Short names of the divisions inside one city; those that would be the same (临夏市, 临夏县) keep their full names. */
export function shortNamesOf(names: readonly string[]): readonly string[] {
  const shorts = names.map(each => shortName(each, 'district'))
  return shorts.map((short, i) => (shorts.indexOf(short) === shorts.lastIndexOf(short) ? short : (names[i] ?? short)))
}
