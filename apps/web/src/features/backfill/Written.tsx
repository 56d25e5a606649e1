// The waybills made by the last sending, with the way to them.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { Alert } from 'antd'

/** Numbers that are named. */
const named = 5

export function Written({
  waybills,
  onClose,
}: {
  waybills: readonly { id: string; waybillNo: string }[]
  onClose: () => void
}) {
  return (
    <Alert
      type="success"
      showIcon
      closable={{ onClose }}
      className="bf-written"
      title={
        <>
          已生成 {waybills.length} 张待签收的运单：
          {waybills.slice(0, named).map(({ id, waybillNo }, n) => (
            <span key={id}>
              {n > 0 && '、'}
              <a href={screenUrl('WaybillDetails', { id })}>{waybillNo}</a>
            </span>
          ))}
          {waybills.length > named && ' 等'}
        </>
      }
    />
  )
}
