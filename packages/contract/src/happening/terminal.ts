// Happenings of terminals: what waits for a second person or for a decision between two devices.
import { happeningTable } from './happening.ts'

const onTerminal = {
  push: 'notice',
  topics: ['terminal'],
  kind: 'exception',
  opens: { screen: 'TerminalDetails', parts: { id: '{id}' } },
} as const

export const terminalHappenings = happeningTable({
  'terminal.paramsAsked': {
    ...onTerminal,
    title: '终端参数待确认',
    text: '{maker}要给终端 {phone}[（{plate}）]设置{names}，请确认或取消[：{reason}]',
  },
  // the map or trails lack them until somebody has looked
  'terminal.setAside': {
    push: 'notice',
    title: '终端报文被搁置',
    text: '{count} 条终端报文三次都没有写进{what}，已搁置，请运维查看跟踪进程的日志',
    topics: ['terminal'],
    kind: 'exception',
  },
  'terminal.conflict': {
    ...onTerminal,
    title: '终端冲突',
    text: '终端 {phone}[（{plate}）]有另一台设备用同一个手机号注册，请处理',
  },
})
