// About where the places of the demo's routes lie, GCJ-02: those of circles, and the others by their district.
import type { Place } from '@yunshu/track/datum'
import { centres } from '../centres.ts'

const others: Readonly<Record<string, Place>> = {
  成都青白江分拨中心: { lonE6: 104_251_000, latE6: 30_878_000 },
  成都新都集货仓: { lonE6: 104_158_000, latE6: 30_823_000 },
  上海嘉定分拨中心: { lonE6: 121_312_000, latE6: 31_246_000 },
  上海青浦到货仓: { lonE6: 121_214_000, latE6: 31_196_000 },
  广州白云干线场站: { lonE6: 113_361_000, latE6: 23_289_000 },
  北京大兴分拨中心: { lonE6: 116_342_000, latE6: 39_729_000 },
  北京通州到货仓: { lonE6: 116_561_000, latE6: 39_757_000 },
  黔力播州粉磨站: { lonE6: 106_831_000, latE6: 27_536_000 },
  江津中转库: { lonE6: 106_221_000, latE6: 29_289_000 },
  中原粮油睢阳库: { lonE6: 115_652_000, latE6: 34_389_000 },
  东西湖粮食物流园: { lonE6: 114_142_000, latE6: 30_638_000 },
  昆明呈贡预冷库: { lonE6: 102_802_000, latE6: 24_886_000 },
  昆明官渡冷链园: { lonE6: 102_881_000, latE6: 25_028_000 },
  深圳龙岗冷链仓: { lonE6: 114_126_000, latE6: 22_684_000 },
  渤海化肥港区库: { lonE6: 117_713_000, latE6: 39_008_000 },
  渤海化肥武清库: { lonE6: 117_062_000, latE6: 39_342_000 },
  岱岳农资中心库: { lonE6: 117_043_000, latE6: 36_018_000 },
  宁阳农资直供站: { lonE6: 116_806_000, latE6: 35_762_000 },
}

/** The place of a name at the end of a waybill's way; undefined for places the demo does not know. */
export function placeNamed(text: string): Place | undefined {
  for (const [name, place] of Object.entries({ ...centres, ...others })) if (text.includes(name)) return place
  return undefined
}
