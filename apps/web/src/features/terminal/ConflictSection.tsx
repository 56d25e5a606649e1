// Devices that asked for a terminal's number: both sides beside each other, and a person's decision.
import { settleTerminal, type TerminalClaim, type TerminalDetail } from '@yunshu/contract/terminal/terminal'
import { staleAfter } from '@yunshu/contract/topics'
import { claimReasons } from '@yunshu/domain/terminal/terminal'
import { Button } from 'antd'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'

const invalidates = staleAfter('terminal')

export function ConflictSection({ terminal }: { terminal: TerminalDetail }) {
  const { id, version, state, deviceNo, claims } = terminal
  const { run, isBusy } = useSend(settleTerminal, { invalidates, done: () => toast.success('冲突已处理') })
  const canSettle = terminal.moves.some(name => name === 'settle' || name === 'settleFree')
  const settle = (claim: TerminalClaim, isNewKept: boolean): void => {
    void run({ id, version, strangerId: claim.id, isNewKept })
  }
  return (
    <Section title={state === 'conflict' ? '冲突' : '被拒绝的设备'}>
      <p>
        原设备编号 <strong>{deviceNo ?? '未知'}</strong>
        ，继续有效。下列设备使用同一手机号或报了别的车辆，没有接入，上报内容没有保存。
      </p>
      {claims.map(claim => (
        <div key={claim.id}>
          <Facts
            items={[
              ['终端编号', claim.deviceNo],
              ['原因', claimReasons[claim.why].label],
              ['上报车牌', claim.plate ?? claim.vin],
              ['厂商', claim.maker],
              ['来自地址', claim.ip],
              ['次数', String(claim.times)],
              ['最近一次', <Time key="last" value={claim.lastAt} whole />],
            ]}
          />
          {canSettle && (
            <p className="tm-settle">
              <Button disabled={isBusy} onClick={() => settle(claim, false)}>
                保留原设备
              </Button>
              <Button danger disabled={isBusy} onClick={() => settle(claim, true)}>
                换为新设备 {claim.deviceNo}
              </Button>
            </p>
          )}
        </div>
      ))}
    </Section>
  )
}
