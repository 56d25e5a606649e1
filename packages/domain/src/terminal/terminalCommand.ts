// Orders to terminals (下发指令): their kinds, how long each is worth sending, and their states.
import { HOUR_MS, MINUTE_MS } from '../figures/time.ts'
import type { Permit } from '../permits/permits.ts'
import { machine, offeredFrom } from '../states.ts'

/** Kinds of orders; `livesMs` is how long one waits for a terminal that is off. */
export const terminalCommandKinds = {
  locate: { label: '点名', hint: '让终端立即上报一次位置', livesMs: 10 * MINUTE_MS },
  params: { label: '查询参数', hint: '读取上报间隔、服务器、限速等常用参数，不会修改', livesMs: HOUR_MS },
  text: { label: '文本下发', hint: '在终端屏幕显示并播报给司机', livesMs: 12 * HOUR_MS },
  setParams: {
    label: '设置参数',
    hint: '修改终端参数；会让终端连不上平台的参数由第二人确认后才下发',
    livesMs: 12 * HOUR_MS,
  },
  photo: { label: '拍照', hint: '让终端的摄像头立即拍一张照片并上传', livesMs: 10 * MINUTE_MS },
} as const
export type TerminalCommandKind = keyof typeof terminalCommandKinds

export const terminalCommandStates = machine({
  table: 'terminal_commands',
  column: 'state',
  start: 'queued',
  states: {
    asked: {
      label: '待确认',
      tone: 'warn',
      awaits: { permit: 'terminal.danger', sides: ['carrier', 'branch', 'platform'] },
    },
    queued: { label: '待下发', tone: 'idle' },
    sent: { label: '已下发', tone: 'busy' },
    done: { label: '已完成', tone: 'good', final: true },
    failed: { label: '失败', tone: 'bad', final: true },
    unsupported: { label: '终端不支持', tone: 'warn', final: true },
    expired: { label: '已过期', tone: 'warn', final: true },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  moves: {
    // an order that can cut a terminal off is held from its first moment on
    hold: { from: ['queued'], to: 'asked', label: '待第二人确认', permit: 'system' },
    confirm: { from: ['asked'], to: 'queued', label: '确认下发', done: '已确认', permit: 'terminal.danger' },
    // the gateway makes these, in the role of its own
    send: { from: ['queued'], to: 'sent', label: '下发', permit: 'system' },
    finish: { from: ['sent'], to: 'done', label: '应答', permit: 'system' },
    fail: { from: ['queued', 'sent'], to: 'failed', label: '失败', permit: 'system' },
    reject: { from: ['sent'], to: 'unsupported', label: '不支持', permit: 'system' },
    expire: { from: ['asked', 'queued', 'sent'], to: 'expired', label: '过期', permit: 'system' },
    drop: { from: ['asked', 'queued'], to: 'cancelled', label: '终端换车或停用，取消', permit: 'system' },
    cancel: { from: ['asked', 'queued'], to: 'cancelled', label: '取消', permit: 'terminal.command', danger: true },
  },
})

export type TerminalCommandState = keyof typeof terminalCommandStates.states
type TerminalCommandMove = keyof typeof terminalCommandStates.moves

/** States in which an order is still on its way. */
export const waitingCommands = ['asked', 'queued', 'sent'] as const

/** The time a second person has to confirm an order, ms. */
export const confirmMs = 24 * HOUR_MS

/** The reason against confirming an order: whoever asked for it, or the person they acted for, is no second one. */
export const faultOfConfirm = (
  asker: { readonly userId: string; readonly forId: string | undefined },
  confirmer: { readonly userId: string; readonly forId: string | undefined },
): 'maker.checker' | undefined =>
  [confirmer.userId, confirmer.forId].some(id => id !== undefined && (id === asker.userId || id === asker.forId))
    ? 'maker.checker'
    : undefined

/** An order and the person who wants to move it. */
export interface TerminalCommandOn {
  readonly state: TerminalCommandState
  /** The person asked for it, or for somebody in whose name it was. */
  readonly isAsker: boolean
}

/** The moves of people. */
export const terminalCommandMoves = ['confirm', 'cancel'] as const satisfies readonly TerminalCommandMove[]

/** The moves a person can make now. */
export const terminalCommandMovesOf = (
  { state, isAsker }: TerminalCommandOn,
  can: (permit: Permit) => boolean,
): (typeof terminalCommandMoves)[number][] => {
  const offered = offeredFrom(terminalCommandStates, state, can)
  return terminalCommandMoves.filter(name => offered.includes(name) && !(name === 'confirm' && isAsker))
}

/** Parameters of one order at most: they travel in one frame. */
export const paramsMost = 20
/** Channels of cameras a terminal has at most. */
export const channelsMost = 16
/** Photos of terminals are kept this long, days. */
export const photosKeptDays = 180

/** The reasons a photo was made for, by the number the terminal sends. */
export const photoEvents: Readonly<Record<number, string>> = {
  0: '平台下发拍照',
  1: '定时拍照',
  2: '抢劫报警',
  3: '碰撞侧翻报警',
  4: '开门拍照',
  5: '关门拍照',
  6: '车门由开变关',
  7: '定距拍照',
}

/** Most characters of a text for a driver: what the screens of terminals show. */
export const commandTextMost = 200

/** Faults the gateway writes down, in words. */
export const commandFaults = {
  refused: '终端拒绝执行',
  silent: '终端没有应答',
  unsure: '下发后连接中断或网关重启，无法确认终端是否收到，请核对后重新下发',
  unwritable: '终端的协议版本不能表达这条指令',
} as const
