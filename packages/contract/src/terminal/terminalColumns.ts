// The columns of terminals.
import { terminalPresences, terminalProtocols, terminalRoles, terminalStates } from '@yunshu/domain/terminal/terminal'
import { label, state, text, time, type ListColumns } from '../columns.ts'
import type { TerminalRow } from './terminal.ts'

export const terminalListColumns = {
  phone: text('终端手机号', row => row.phone, { chars: 22 }),
  state: state('状态', terminalStates, row => row.state),
  presence: label('在线', terminalPresences, row => row.presence),
  seenAt: time('最后上线', row => row.seenAt),
  plate: text('车牌号', row => row.plate),
  role: label('角色', terminalRoles, row => row.role),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
  maker: text('厂商', row => row.maker),
  model: text('型号', row => row.model),
  deviceNo: text('终端编号', row => row.deviceNo, { chars: 22 }),
  protocol: label('协议版本', terminalProtocols, row => row.protocol),
  imei: text('IMEI', row => row.imei, { chars: 18 }),
  iccid: text('ICCID', row => row.iccid, { chars: 22 }),
  software: text('固件版本', row => row.software, { chars: 22 }),
  note: text('备注', row => row.note, { chars: 26 }),
  createdAt: time('登记时间', row => row.createdAt),
} satisfies ListColumns<TerminalRow>
