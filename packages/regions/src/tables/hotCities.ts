// Cities offered first when nothing is typed, and ranked first among equals: the busiest freight origins and
// destinations.

/** City codes in the order shown: 上海 北京 广州 深圳 天津 重庆 成都 武汉 郑州 西安 苏州 杭州 宁波 青岛 济南 唐山. */
export const hotCities: readonly string[] = [
  '310100',
  '110100',
  '440100',
  '440300',
  '120100',
  '500100',
  '510100',
  '420100',
  '410100',
  '610100',
  '320500',
  '330100',
  '330200',
  '370200',
  '370100',
  '130200',
]
