// Refusals of the first set-up of an installation.
import { problemTable } from './row.ts'

export const setupProblems = problemTable({
  'setup.link': {
    code: 2801,
    http: 200,
    text: '设置地址不正确、已失效或已使用：请用服务启动时打印的地址，重新启动服务会打印新的地址',
  },
  'setup.done': { code: 2802, http: 200, text: '系统已完成初始设置，请直接登录' },
})
