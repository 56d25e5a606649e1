// Refusals of shared links.
import { problemTable } from './row.ts'

export const shareProblems = problemTable({
  'share.closed': { code: 2301, http: 200, text: '货源{state}，不能分享' },
  'share.many': { code: 2302, http: 200, text: '一个货源最多同时有 {most} 个有效链接，请先作废不用的链接' },
})
