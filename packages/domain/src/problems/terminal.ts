// Refusals of terminals (车载终端).
import { problemTable } from './row.ts'

export const terminalProblems = problemTable({
  'terminal.taken': { code: 3301, http: 200, text: '终端手机号{phone}已登记' },
  'terminal.main': { code: 3302, http: 200, text: '车辆{plate}已有主终端{phone}，请先解绑或选择备用终端' },
  'terminal.bound': { code: 3303, http: 200, text: '车辆{plate}的终端号已被占用，请先核对车辆资料' },
})
