// The places of the demo's routes that have circles, GCJ-02.
import type { Centre } from '@yunshu/domain/fence'

/** About where the places of routes.ts would lie, GCJ-02; goods with places that are not here have no fences. */
export const centres: Readonly<Record<string, Centre>> = {
  恒泰一号煤台: { lonE6: 109_912_430, latE6: 38_552_170 },
  恒泰横山煤台: { lonE6: 109_285_600, latE6: 38_032_940 },
  恒泰神木煤台: { lonE6: 110_191_280, latE6: 39_281_650 },
  唐河热源厂煤场: { lonE6: 112_838_510, latE6: 32_694_330 },
  宛城储煤中心: { lonE6: 112_636_770, latE6: 33_083_120 },
  冀东丰润成品库: { lonE6: 118_155_820, latE6: 39_832_560 },
  冀东曹妃甸港库: { lonE6: 118_460_390, latE6: 39_273_080 },
  中牟钢材市场三库: { lonE6: 113_884_260, latE6: 34_771_530 },
  中原建材配送站: { lonE6: 113_531_940, latE6: 34_768_410 },
  黔力一线水泥库: { lonE6: 106_893_550, latE6: 27_644_870 },
  巴南搅拌站: { lonE6: 106_585_720, latE6: 29_412_690 },
  中原粮油一库: { lonE6: 115_613_280, latE6: 34_443_910 },
  武汉黄陂面粉厂: { lonE6: 114_301_660, latE6: 30_706_480 },
}
