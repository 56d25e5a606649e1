// A device in words, from what its browser says of itself: 'Chrome 浏览器 · Windows'.

/** Browsers by what they alone say, before those whose words they repeat. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, '微信'],
  [/DingTalk\//i, '钉钉'],
  [/QQBrowser\//, 'QQ 浏览器'],
  [/UCBrowser\//i, 'UC 浏览器'],
  [/(?:360SE|360EE|QihooBrowser)/i, '360 浏览器'],
  [/HuaweiBrowser\//i, '华为浏览器'],
  [/MiuiBrowser\//i, '小米浏览器'],
  [/SamsungBrowser\//, '三星浏览器'],
  [/Edg(?:e|A|iOS)?\//, 'Edge 浏览器'],
  [/(?:OPR|Opera)\//, 'Opera 浏览器'],
  [/(?:Firefox|FxiOS)\//, 'Firefox 浏览器'],
  [/(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome 浏览器'],
  [/Version\/.*Safari\//, 'Safari 浏览器'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/i, '鸿蒙'],
  [/Windows/, 'Windows'],
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, '安卓'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const first = (table: readonly (readonly [RegExp, string])[], agent: string): string | undefined =>
  table.find(([pattern]) => pattern.test(agent))?.[1]

/** Browser and system of a user agent, as far as they can be told. */
export function deviceOf(agent: string): string {
  const parts = [first(browsers, agent), first(systems, agent)].filter(part => part !== undefined)
  return parts.length > 0 ? parts.join(' · ') : agent === '' ? '未知设备' : '其他程序'
}
