// Refusals of terminals (车载终端) and of trails as evidence.
import { problemTable } from './row.ts'

export const terminalProblems = problemTable({
  'terminal.taken': { code: 3301, http: 200, text: '终端手机号{phone}已登记' },
  'terminal.main': { code: 3302, http: 200, text: '车辆{plate}已有主终端{phone}，请先解绑或选择备用终端' },
  'terminal.bound': { code: 3303, http: 200, text: '车辆{plate}的终端号已被占用，请先核对车辆资料' },
  'terminal.waiting': { code: 3304, http: 200, text: '上一条{kind}还没有结果，请等终端应答或过期后再下发' },
  'terminal.out': { code: 3305, http: 200, text: '终端已停用或注销，不能下发指令' },
  'evidence.gone': { code: 3306, http: 200, text: '第{part}份轨迹证据的文件不存在或已损坏，请联系平台' },
})
