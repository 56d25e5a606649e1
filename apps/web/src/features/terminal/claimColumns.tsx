// The list of terminals that were refused, as it is drawn.
import type { TerminalClaim } from '@yunshu/contract/terminal/terminal'
import { claimReasons, terminalProtocols } from '@yunshu/domain/terminal/terminal'
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
  {
    key: 'why',
    title: '没接入的原因',
    width: 190,
    fits: true,
    render: ({ why, isMended }) => (
      <span className={claimReasons[why].isBad && !isMended ? 'ys-amber' : undefined}>{claimReasons[why].label}</span>
    ),
    under: ({ isMended, ignoredBy }) =>
      ignoredBy ? `${ignoredBy} 已忽略` : isMended ? '已改正，等终端再次注册' : undefined,
  },
  { key: 'plate', title: '上报车牌', width: 110, render: row => orNothing(row.plate ?? row.vin ?? '') },
  twoLines<TerminalClaim>(
    'maker',
    [
      { title: '型号', holds: [], render: row => orNothing([row.maker, row.model].filter(Boolean).join(' ')) },
      { title: '协议', holds: [], render: row => `JT/T 808-${terminalProtocols[row.protocol].label}` },
    ],
    { title: '型号 / 协议版本', width: 150, isNamed: true },
  ),
  { key: 'times', title: '尝试次数', width: 90, align: 'right', isNamed: true, render: row => `${row.times} 次` },
  twoLines<TerminalClaim>(
    'lastAt',
    [
      { title: '最近', holds: [], render: row => <Time value={row.lastAt} /> },
      { title: '首次', holds: [], render: row => <Time value={row.firstAt} /> },
    ],
    { title: '最近一次 / 首次', width: 130, isNamed: true, isKept: true },
  ),
  {
    key: 'ip',
    title: '来自地址',
    width: 130,
    isHidden: true,
    card: 'hide',
    render: row => orNothing(row.ip ?? ''),
  },
]
