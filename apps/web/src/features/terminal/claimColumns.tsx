// The list of terminals that were refused, as it is drawn.
import type { TerminalClaim } from '@yunshu/contract/terminal/terminal'
import { claimReasons, terminalProtocols } from '@yunshu/domain/terminal'
import type { ReactNode } from 'react'
import { nothing, Time } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { twoLines } from '../../ui/list/twoLines.tsx'

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
  { key: 'why', title: '拒绝原因', width: 190, fits: true, render: row => claimReasons[row.why].label },
  { key: 'plate', title: '上报车牌', width: 110, render: row => orNothing(row.plate ?? row.vin ?? '') },
  twoLines<TerminalClaim>(
    'maker',
    [
      { title: '型号', holds: [], render: row => orNothing([row.maker, row.model].filter(Boolean).join(' ')) },
      { title: '协议', holds: [], render: row => `JT/T 808-${terminalProtocols[row.protocol].label}` },
    ],
    { title: '型号 / 协议版本', width: 150, isNamed: true },
  ),
  twoLines<TerminalClaim>(
    'times',
    [
      { title: '尝试', holds: [], render: row => `${row.times} 次` },
      { title: '来自', holds: [], render: row => orNothing(row.ip ?? '') },
    ],
    { title: '次数 / 来自地址', width: 120, isNamed: true },
  ),
  twoLines<TerminalClaim>(
    'lastAt',
    [
      { title: '最近', holds: [], render: row => <Time value={row.lastAt} /> },
      { title: '首次', holds: [], render: row => <Time value={row.firstAt} /> },
    ],
    { title: '最近一次 / 首次', width: 130, isNamed: true },
  ),
]
