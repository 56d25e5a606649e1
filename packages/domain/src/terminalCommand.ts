// Orders to terminals (下发指令): their kinds, how long each is worth sending, and their states.
import { HOUR_MS, MINUTE_MS } from './figures/time.ts'
import { machine } from './states.ts'

/** Kinds of orders; `livesMs` is how long one waits for a terminal that is off. */
export const terminalCommandKinds = {
  locate: { label: '点名', hint: '让终端立即上报一次位置', livesMs: 10 * MINUTE_MS },
  params: { label: '查询参数', hint: '读取上报间隔、服务器、限速等常用参数，不会修改', livesMs: HOUR_MS },
  text: { label: '文本下发', hint: '在终端屏幕显示并播报给司机', livesMs: 12 * HOUR_MS },
} as const
export type TerminalCommandKind = keyof typeof terminalCommandKinds

export const terminalCommandStates = machine({
  table: 'terminal_commands',
  column: 'state',
  start: 'queued',
  states: {
    queued: { label: '待下发', tone: 'idle' },
    sent: { label: '已下发', tone: 'busy' },
    done: { label: '已完成', tone: 'good', final: true },
    failed: { label: '失败', tone: 'bad', final: true },
    unsupported: { label: '终端不支持', tone: 'warn', final: true },
    expired: { label: '已过期', tone: 'warn', final: true },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  moves: {
    // the gateway makes these, in the role of its own
    send: { from: ['queued'], to: 'sent', label: '下发', permit: 'system' },
    finish: { from: ['sent'], to: 'done', label: '应答', permit: 'system' },
    fail: { from: ['queued', 'sent'], to: 'failed', label: '失败', permit: 'system' },
    reject: { from: ['sent'], to: 'unsupported', label: '不支持', permit: 'system' },
    expire: { from: ['queued', 'sent'], to: 'expired', label: '过期', permit: 'system' },
    cancel: { from: ['queued'], to: 'cancelled', label: '取消', permit: 'terminal.command', danger: true },
  },
})

/** States in which an order is still on its way. */
export const waitingCommands = ['queued', 'sent'] as const

/** Most characters of a text for a driver: what the screens of terminals show. */
export const commandTextMost = 200

/** Faults the gateway writes down, in words. */
export const commandFaults = {
  refused: '终端拒绝执行',
  silent: '终端没有应答',
  unsure: '下发后连接中断或网关重启，无法确认终端是否收到，请核对后重新下发',
  unwritable: '终端的协议版本不能表达这条指令',
} as const
