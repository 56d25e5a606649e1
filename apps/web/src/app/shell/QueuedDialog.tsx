// The list of what waits to be sent: what, of which waybill, since when, and what was refused with its reason.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { Button, Modal, Popconfirm } from 'antd'
import { wordsOf, type QueuedAct } from '../../lib/queue/act.ts'
import { giveUpQueued, sendQueued, useQueued } from '../../lib/queue/own.ts'
import { Time } from '../../ui/Figures.tsx'
import { visitUrl } from '../navigation.ts'
import { useQueueOpen } from './queueOpen.ts'

const close = (): void => useQueueOpen.setState({ isOpen: false })

export default function QueuedDialog() {
  const acts = useQueued(state => state.acts)
  return (
    <Modal
      open
      title="待发送"
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>关闭</Button>
          <Button type="primary" disabled={acts.every(act => act.refused !== undefined)} onClick={sendQueued}>
            立即发送
          </Button>
        </>
      }
    >
      <p className="ys-weak">没有网络时的操作按顺序存放在本机，网络恢复后自动发送，每项只办理一次。</p>
      {acts.length === 0 && <p>已全部发送</p>}
      <ul className="queued" aria-label="待发送的操作">
        {acts.map(act => (
          <QueuedLine key={act.id} act={act} />
        ))}
      </ul>
    </Modal>
  )
}

function QueuedLine({ act }: { act: QueuedAct }) {
  return (
    <li>
      <span>
        <strong>{wordsOf(act)}</strong> {act.waybillNo} <Time value={act.at} />
      </span>
      {act.refused === undefined ? (
        <span className="ys-weak">待发送</span>
      ) : (
        <span className="ys-fault" role="alert">
          未成功：{act.refused}
        </span>
      )}
      <span className="queued-acts">
        <Button
          size="small"
          onClick={() => {
            close()
            visitUrl(screenUrl('WaybillDetails', { id: act.input.id }))
          }}
        >
          打开记录
        </Button>
        {act.refused === undefined ? (
          <Popconfirm
            title="放弃后不再发送"
            description="已经送到服务器的，以运单状态为准"
            okText="放弃"
            cancelText="返回"
            okButtonProps={{ danger: true }}
            onConfirm={() => giveUpQueued(act.id)}
          >
            <Button size="small" danger>
              放弃
            </Button>
          </Popconfirm>
        ) : (
          <Button size="small" danger onClick={() => giveUpQueued(act.id)}>
            放弃
          </Button>
        )}
      </span>
    </li>
  )
}
