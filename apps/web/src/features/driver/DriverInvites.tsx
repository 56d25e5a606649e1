// Invitations of drivers who register themselves: made by the number of a phone, with the link told once, and how far each is.
import {
  listDriverInvites,
  makeDriverInvite,
  revokeDriverInvite,
  type DriverInviteRow,
} from '@yunshu/contract/fleet/driverInvite'
import type { Output } from '@yunshu/contract/call'
import { publicScreens } from '@yunshu/contract/publicScreens'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { driverInviteStates } from '@yunshu/domain/fleet/driverInvite'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Button, Drawer, Popconfirm } from 'antd'
import { useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { useOwnFleet } from '../../parts/fleet/useOwnFleet.ts'
import { Section } from '../../ui/Facts.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import './invites.css'

/** The house sees how far each is, and the codes of simulated messages; carriers invite. */
export function DriverInvites({ onClose }: { onClose: () => void }) {
  const isMobile = useMobile()
  const mayInvite = useOwnFleet('driver.edit')
  const { data, error, refetch } = useCall(listDriverInvites, {}, { quiet: true })
  return (
    <Drawer open title="司机自助登记" size={isMobile ? '100%' : 560} onClose={onClose}>
      {mayInvite && <Invite />}
      <Section title="邀请">
        {error && !data ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Skeleton lines={6} />
        ) : data.rows.length === 0 ? (
          <EmptyState text="还没有邀请过司机" />
        ) : (
          <ul className="di-rows">
            {data.rows.map(row => (
              <Row key={row.id} row={row} mayRevoke={mayInvite} />
            ))}
          </ul>
        )}
      </Section>
    </Drawer>
  )
}

function Invite() {
  const [made, setMade] = useState<Output<typeof makeDriverInvite>>()
  const address = made && `${location.origin}${publicScreens.driverRegister}#${made.inviteCode}`
  return (
    <Section title="邀请司机">
      <p className="ys-weak">
        司机打开链接，用手机号验证后自己填写身份、驾驶证和银行卡，并由支付机构核验账户。链接 7
        天有效，只供一名司机使用。
      </p>
      <CallForm
        call={makeDriverInvite}
        initial={{}}
        invalidates={staleAfter('driver')}
        done={setMade}
        frame={(body, { submit, isBusy }) => (
          <>
            {body}
            <Button type="primary" loading={isBusy} onClick={submit}>
              生成邀请链接
            </Button>
          </>
        )}
      >
        <Field name="mobile" label="司机手机号">
          <TextInput max={11} />
        </Field>
      </CallForm>
      {address !== undefined && (
        <div className="di-link">
          <QrCode text={address} label="司机登记二维码" size={144} />
          <div>
            <p className="di-address">{address}</p>
            <p className="ys-weak">链接只显示这一次，请复制后发给司机。</p>
            <Button size="small" onClick={() => void copyText(address)}>
              复制邀请链接
            </Button>
          </div>
        </div>
      )}
    </Section>
  )
}

function Row({ row, mayRevoke }: { row: DriverInviteRow; mayRevoke: boolean }) {
  const revoke = useSend(revokeDriverInvite, { invalidates: staleAfter('driver'), done: () => toast.success('已撤回') })
  const { id, version, state, mobile, carrierName, makerName, createdAt, until, reason, driverId, accountNo, smsCode } =
    row
  return (
    <li>
      <div className="di-row">
        <StatusTag machine={driverInviteStates} state={state} />
        <strong>{mobile}</strong>
        {driverId !== undefined && <a href={screenUrl('DriverDetails', { id: driverId })}>查看司机</a>}
        {smsCode !== undefined && <span>模拟短信验证码 {smsCode}</span>}
      </div>
      <div className="ys-weak">
        {carrierName} {makerName} {formatDateTime(createdAt)} 邀请，有效期至 {formatDateTime(until)}
      </div>
      {accountNo !== undefined && <div>通道账户 {accountNo}</div>}
      {reason !== undefined && <div>{reason}</div>}
      {mayRevoke && driverInviteStates.moves.revoke.from.some(from => from === state) && (
        <Popconfirm
          title="撤回后司机不能再用这个链接登记"
          okText="撤回"
          cancelText="取消"
          okButtonProps={{ danger: true }}
          onConfirm={() => {
            void revoke.run({ id, version })
          }}
        >
          <Button size="small" danger type="text" loading={revoke.isBusy}>
            撤回
          </Button>
        </Popconfirm>
      )}
    </li>
  )
}
