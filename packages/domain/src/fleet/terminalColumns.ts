// The columns of terminals handed in by file: the number each is known by, the vehicle it sits in, and its facts.
import { checkTerminalPhone, terminalRoles } from '../terminal/terminal.ts'
import { tidyNumber } from '../identity/identity.ts'
import { importColumns, type ValuesOf } from '../importing/cells.ts'
import { checkPlate } from './plate.ts'
import { fenceVehicleColumns, tidyPlate } from './columns.ts'

const roleChoices = Object.entries(terminalRoles).map(([code, { label }]) => ({ code, label }))

export const terminalColumns = importColumns({
  terminalPhone: {
    title: '终端手机号',
    kind: 'text',
    required: true,
    also: ['终端号', 'SIM卡号', '手机号'],
    example: '013900001234',
    max: 20,
    width: 22,
    note: '终端里设置的号码，1 至 20 位数字；单元格须为文本格式',
    rule: text => checkTerminalPhone(tidyNumber(text)),
  },
  plate: {
    title: '车牌号',
    kind: 'text',
    also: ['车牌', '车号', '号牌号码'],
    example: '冀A12345',
    max: 12,
    width: 12,
    note: '填写已登记的车辆，导入后即绑定；不填为未绑定',
    rule: text => checkPlate(tidyPlate(text)),
  },
  plateColor: fenceVehicleColumns.plateColor,
  role: {
    title: '角色',
    kind: 'choice',
    also: ['终端角色'],
    choices: roleChoices,
    example: '主终端',
    width: 10,
    note: '不填为主终端；每辆车只有一台主终端',
  },
  deviceNo: { title: '终端编号', kind: 'text', also: ['终端ID', '设备号'], example: '', max: 30, width: 16 },
  maker: { title: '厂商', kind: 'text', also: ['制造商'], example: '', max: 20, width: 12 },
  model: { title: '型号', kind: 'text', also: ['终端型号'], example: '', max: 30, width: 14 },
  iccid: { title: 'ICCID', kind: 'text', example: '', max: 20, width: 22, note: '单元格须为文本格式' },
  note: { title: '备注', kind: 'text', example: '', max: 200, width: 24 },
})
export type TerminalValues = ValuesOf<typeof terminalColumns>
