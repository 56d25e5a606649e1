// The list of terminals that were refused, as it is drawn.
import type { TerminalClaim } from '@yunshu/contract/terminal/terminal'
import { claimReasons, terminalProtocols } from '@yunshu/domain/terminal'
import type { ReactNode } from 'react'
import { nothing, Time } from '../../ui/Figures.tsx'
import { roomForActs, type Column } from '../../ui/list/column.tsx'

const orNothing = (text: string): ReactNode => text || nothing

export const claimColumns: readonly Column<TerminalClaim>[] = [
  {
    key: 'phone',
    title: '终端手机号 / 终端编号',
    width: 170,
    fixed: 'start',
    card: 'title',
    render: row => row.phone,
    under: row => row.deviceNo,
  },
  { key: 'why', title: '拒绝原因', width: 190, render: row => claimReasons[row.why].label },
  { key: 'plate', title: '上报车牌', width: 150, render: row => orNothing(row.plate ?? row.vin ?? '') },
  {
    key: 'maker',
    title: '厂商型号 / 协议版本',
    width: 150,
    render: row => orNothing([row.maker, row.model].filter(Boolean).join(' ')),
    under: row => terminalProtocols[row.protocol].label,
  },
  {
    key: 'times',
    title: '次数 / 来自地址',
    width: 130,
    card: 'hide',
    render: row => `${row.times} 次`,
    under: row => orNothing(row.ip ?? ''),
  },
  {
    key: 'lastAt',
    title: '最近一次 / 首次',
    width: 150,
    render: row => <Time value={row.lastAt} />,
    under: row => <Time value={row.firstAt} />,
  },
  roomForActs(),
]
