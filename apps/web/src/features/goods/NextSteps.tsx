// After goods were published: who can take them now, and what comes next for the person.
import type { GoodsDetail } from '@yunshu/contract/goods/goods'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { publishTargets } from '@yunshu/domain/goods/goods'
import { Button } from 'antd'
import { useSession } from '../../lib/session.ts'
import { republishUrl } from './republishUrl.ts'
import { useSendTask } from './useSendTask.tsx'

export function NextSteps({ goods, onClose }: { goods: GoodsDetail; onClose: () => void }) {
  const { send, dialog } = useSendTask()
  const account = useSession(({ info }) => info?.account ?? '')
  const { takeMode, publishTo, kind } = goods
  return (
    <output className="gd-next">
      <span>
        {takeMode === 'GRAB'
          ? `货源已发布，${publishTargets[publishTo]}现在可以接单。`
          : '货源已发布，承运商不能自行接单，请派任务。'}
      </span>
      <span className="gd-next-acts">
        {send && (
          <Button size="small" type={takeMode === 'ASSIGN' ? 'primary' : 'default'} onClick={() => send(goods)}>
            派任务
          </Button>
        )}
        <a className="ys-link" href={`${screenUrl('GoodsPublish')}?kind=${kind}`}>
          再发一条
        </a>
        <a className="ys-link" href={republishUrl(goods, account)}>
          照此再来一单
        </a>
        <a className="ys-link" href={screenUrl('GoodsMy')}>
          我的货源
        </a>
        <Button size="small" type="text" aria-label="收起提示" onClick={onClose}>
          ×
        </Button>
      </span>
      {dialog}
    </output>
  )
}
