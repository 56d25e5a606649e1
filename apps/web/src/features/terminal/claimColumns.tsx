// The list of terminals that were refused, as it is drawn.
import type { TerminalClaim } from '@yunshu/contract/terminal/terminal'
import { claimReasons, terminalProtocols } from '@yunshu/domain/terminal'
import { Time } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'

export const claimColumns: readonly Column<TerminalClaim>[] = [
  { key: 'phone', title: '终端手机号', width: 160, fixed: 'start', card: 'title', render: row => row.phone },
  { key: 'why', title: '未登记原因', width: 190, render: row => claimReasons[row.why].label },
  { key: 'plate', title: '上报车牌', width: 160, render: row => row.plate ?? row.vin ?? '' },
  { key: 'deviceNo', title: '终端编号', width: 160, render: row => row.deviceNo },
  { key: 'maker', title: '厂商型号', width: 150, render: row => [row.maker, row.model].filter(Boolean).join(' ') },
  {
    key: 'protocol',
    title: '协议版本',
    width: 100,
    card: 'hide',
    render: row => terminalProtocols[row.protocol].label,
  },
  { key: 'ip', title: '来自地址', width: 140, card: 'hide', render: row => row.ip ?? '' },
  { key: 'times', title: '次数', width: 80, align: 'right', render: row => row.times },
  { key: 'firstAt', title: '首次', width: 150, card: 'hide', render: row => <Time value={row.firstAt} /> },
  { key: 'lastAt', title: '最近一次', width: 150, render: row => <Time value={row.lastAt} /> },
]
