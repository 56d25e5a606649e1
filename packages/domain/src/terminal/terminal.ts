// Terminals of vehicles (车载终端): their states, the vehicle they sit in, and the reasons strangers are refused for.
import type { Permit } from '../permits/permits.ts'
import { machine, offeredFrom } from '../states.ts'

const house = ['platform', 'branch'] as const

export const terminalStates = machine({
  table: 'terminals',
  column: 'state',
  entity: 'terminal',
  start: 'new',
  states: {
    new: { label: '未绑定', tone: 'idle' },
    active: { label: '使用中', tone: 'good' },
    conflict: { label: '冲突', tone: 'bad', awaits: { permit: 'terminal.edit', sides: house } },
    blocked: { label: '已停用', tone: 'warn', rests: true },
    retired: { label: '已注销', tone: 'idle', final: true },
  },
  moves: {
    bind: { from: ['new'], to: 'active', label: '绑定车辆', done: '已绑定', permit: 'terminal.edit' },
    unbind: {
      from: ['active'],
      to: 'new',
      label: '解绑',
      done: '已解绑，绑定车辆后位置才算数',
      permit: 'terminal.edit',
      danger: true,
      ask: 'reason',
    },
    // the gateway writes it, when another device asks for the number
    dispute: { from: ['new', 'active'], to: 'conflict', label: '发现冲突', permit: 'system' },
    settle: { from: ['conflict'], to: 'active', label: '处理冲突', permit: 'terminal.edit' },
    settleFree: { from: ['conflict'], to: 'new', label: '处理冲突', permit: 'terminal.edit' },
    block: {
      from: ['new', 'active', 'conflict'],
      to: 'blocked',
      label: '停用',
      done: '已停用，启用以前不接入',
      permit: 'terminal.edit',
      danger: true,
      ask: 'reason',
    },
    unblock: { from: ['blocked'], to: 'new', label: '启用', done: '已启用，等绑定车辆', permit: 'terminal.edit' },
    retire: {
      from: ['new', 'blocked'],
      to: 'retired',
      label: '注销',
      permit: 'terminal.edit',
      danger: true,
      ask: 'reason',
    },
  },
})
export type TerminalState = keyof typeof terminalStates.states
export type TerminalMove = keyof typeof terminalStates.moves

/** True where orders can be sent: not to a terminal out of use. */
export const takesCommands = (state: TerminalState): boolean => state !== 'blocked' && state !== 'retired'

/** Moves that are offered as they stand; settling has a dialog of its own. */
export const plainTerminalMoves = ['unbind', 'block', 'unblock', 'retire'] as const
export type PlainTerminalMove = (typeof plainTerminalMoves)[number]

/** The moves a person can make now; of two that settle a conflict the one that fits the binding. */
export const terminalMovesOf = (
  { state, isBound }: { readonly state: TerminalState; readonly isBound: boolean },
  can: (permit: Permit) => boolean,
): TerminalMove[] =>
  offeredFrom(terminalStates, state, can).filter(name => name !== (isBound ? 'settleFree' : 'settle'))

export const terminalRoles = { main: { label: '主终端' }, spare: { label: '备用终端' } } as const
export type TerminalRole = keyof typeof terminalRoles

/** Editions of JT/T 808; the terminal says which it speaks when it registers. */
export const terminalProtocols = {
  P2011: { label: '2011' },
  P2013: { label: '2013' },
  P2019: { label: '2019' },
} as const

export const terminalPresences = { online: { label: '在线' }, offline: { label: '离线' } } as const

/** A terminal that was heard so long ago is offline, though nobody hung up, ms. */
export const onlineMs = 200_000

/** The reasons a terminal was refused for: a new one only has to be registered, the others contradict what is known. */
export const claimReasons = {
  unknown: { label: '平台没有登记这台终端', isBad: false },
  vehicleTaken: { label: '车辆已有主终端', isBad: true },
  vehicleUnknown: { label: '车牌与绑定车辆不一致', isBad: true },
  phoneTaken: { label: '手机号已被另一台设备使用', isBad: true },
  wrongCode: { label: '鉴权码不正确', isBad: true },
} as const

/** A stranger that asked no more for so many days is let go of. */
export const claimsKeptDays = 7

/** Most digits of a terminal's number on the wire. */
const digitsMost = 20

/** Checks the number a terminal is known by: digits as on its card; zeros in front mean nothing. */
export function checkTerminalPhone(text: string): string | undefined {
  return /^\d+$/.test(text) && /[1-9]/.test(text) && plainTerminalPhone(text).length <= digitsMost
    ? undefined
    : '应为 1 至 20 位数字'
}

/** The number without zeros in front. */
export const plainTerminalPhone = (text: string): string => text.replace(/^0+/, '')
