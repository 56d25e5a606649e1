// Refusals of fences and the vehicles bound to them.
import { problemTable } from './row.ts'

export const fenceProblems = problemTable({
  'fence.owner': { code: 2401, http: 200, text: '围栏由货主或平台设置，承运商可以绑定本公司车辆' },
  'fence.over': { code: 2402, http: 200, text: '货源{state}，不能绑定车辆' },
  'fence.many': { code: 2403, http: 200, text: '一个货源最多绑定 {most} 辆车，请先解绑不用的车辆' },
  'fence.unbound': { code: 2404, http: 200, text: '车辆{plate}已解绑' },
  'fence.theirs': { code: 2405, http: 200, text: '车辆{plate}由货主或平台绑定，只能由货主或平台解绑' },
})
