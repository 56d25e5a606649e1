// Sharing goods: a link is made with an end, copied, drawn as a poster, and taken back; with how often each was opened.
import { listShares, makeShare, revokeShare, type PublicGoods, type Share } from '@yunshu/contract/share'
import { publicScreens } from '@yunshu/contract/publicScreens'
import { staleAfter } from '@yunshu/contract/topics'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { shareLimits, shareStateOf, shareStates } from '@yunshu/domain/share'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Alert, Button, Drawer, Popconfirm } from 'antd'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { copyText } from '../../lib/copy.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { canAny } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { FlagInput } from '../../ui/fields/FlagInput.tsx'
import { WholeInput } from '../../ui/fields/FigureInput.tsx'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Section } from '../../ui/Facts.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { PosterDialog } from './PosterDialog.tsx'
import './share.css'

const dayOptions = [1, 3, 7, 15, 30, shareLimits.daysMax].map(value => ({ value, label: `${value} 天` }))

const addressOf = (path: string, code: string): string => globalThis.location.origin + path.replace(':id', code)

interface Props {
  goods: { id: string; goodsNo: string }
  onClose: () => void
}

/** Opens on goods of the person's side; default export, because it is loaded when it is first wanted. */
export default function ShareDialog({ goods: { id: goodsId, goodsNo }, onClose }: Props) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(listShares, { goodsId }, { quiet: true })
  const [poster, setPoster] = useState<Share>()
  return (
    <Drawer open title={`分享货源 ${goodsNo}`} size={isMobile ? '100%' : 620} onClose={onClose}>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={8} />
      ) : (
        <>
          {data.isOpen ? (
            <MakeShare goodsId={goodsId} onMade={setPoster} />
          ) : (
            <Alert
              type="warning"
              showIcon
              title={`货源${goodsStates.states[data.state].label}或已过截止时间，不能再分享；已有的链接目前也打不开。`}
            />
          )}
          {data.publicCode !== undefined && data.isOpen && <PublicAddress code={data.publicCode} />}
          <Section title={`分享链接（${data.rows.length}）`}>
            {data.rows.length === 0 ? (
              <EmptyState text="还没有分享链接" />
            ) : (
              <ul className="sh-links">
                {data.rows.map(share => (
                  <Row key={share.id} share={share} isOpen={data.isOpen} onPoster={() => setPoster(share)} />
                ))}
              </ul>
            )}
          </Section>
          {poster && <ShownPoster goods={data.goods} share={poster} onClose={() => setPoster(undefined)} />}
        </>
      )}
    </Drawer>
  )
}

const ShownPoster = ({ goods, share, onClose }: { goods: PublicGoods; share: Share; onClose: () => void }) => (
  <PosterDialog
    goods={goods}
    share={share}
    address={addressOf(publicScreens.publicShareGoods, share.shareCode)}
    onClose={onClose}
  />
)

function MakeShare({ goodsId, onMade }: { goodsId: string; onMade: (share: Share) => void }) {
  const canShowPrice = canAny(['price.shipper', 'price.carrier'])
  return (
    <Section title="生成新链接">
      <p className="ys-weak">任何人打开链接都能看到路线、货物和用车要求，看不到详细地址和完整联系方式。可随时作废。</p>
      <CallForm
        call={makeShare}
        initial={{ days: shareLimits.usualDays, showsPrice: false }}
        fixed={{ goodsId }}
        invalidates={staleAfter('share')}
        done={share => {
          toast.success('链接已生成')
          onMade(share)
        }}
        frame={(body, { submit, isBusy }) => (
          <>
            {body}
            <Button type="primary" loading={isBusy} onClick={submit}>
              生成链接和海报
            </Button>
          </>
        )}
      >
        <div className="sh-form">
          <Field name="days" label="有效期">
            <ChoiceSelect options={dayOptions} />
          </Field>
          <Field name="maxViews" label="最多查看" hint="不填为不限">
            <WholeInput unit="次" />
          </Field>
          <Field name="showsPrice" label="价格" hint={canShowPrice ? '显示承运商接单所得的单价' : '没有查看价格的权限'}>
            <FlagInput on="显示" off="不显示" disabled={!canShowPrice} />
          </Field>
        </div>
      </CallForm>
    </Section>
  )
}

/** Goods offered to everybody have an address of their own, as long as they are open. */
function PublicAddress({ code }: { code: string }) {
  const address = addressOf(publicScreens.publicGoods, code)
  return (
    <Section title="公开页面">
      <p className="ys-weak">货源发布给全部承运商，有一个长期的公开页面，接满或结束后自动关闭；不显示价格。</p>
      <div className="sh-address">
        <span>{address}</span>
        <Button size="small" onClick={() => void copyText(address)}>
          复制公开链接
        </Button>
      </div>
    </Section>
  )
}

function Row({ share, isOpen, onPoster }: { share: Share; isOpen: boolean; onPoster: () => void }) {
  const revoke = useSend(revokeShare, { invalidates: staleAfter('share'), done: () => toast.success('链接已作废') })
  const state = shareStateOf(share, serverNow())
  const isLive = state === 'live'
  const address = addressOf(publicScreens.publicShareGoods, share.shareCode)
  const { tone, label } = shareStates[state]
  return (
    <li>
      <div className="sh-head">
        <Tag tone={tone}>{label}</Tag>
        <span>{share.showsPrice ? '显示价格' : '不显示价格'}</span>
        <span>
          已查看 {share.views}
          {share.maxViews === undefined ? '' : ` / ${share.maxViews}`} 次
        </span>
      </div>
      {isLive && (
        <div className="sh-address">
          <span>{address}</span>
        </div>
      )}
      <div className="ys-weak">
        {formatDateTime(share.createdAt)} {share.createdName} 生成，
        {share.revokedAt === undefined
          ? `有效期至 ${formatDateTime(share.expiresAt)}`
          : `${formatDateTime(share.revokedAt)} 作废`}
        {share.lastViewAt !== undefined && `，最近查看 ${formatDateTime(share.lastViewAt)}`}
      </div>
      {isLive && (
        <div className="sh-ways">
          <Button size="small" type="primary" ghost onClick={() => void copyText(address)}>
            复制链接
          </Button>
          {isOpen && (
            <Button size="small" onClick={onPoster}>
              查看海报
            </Button>
          )}
          <Popconfirm
            title="作废后立即打不开，不能恢复"
            okText="作废"
            cancelText="取消"
            okButtonProps={{ danger: true }}
            onConfirm={() => {
              void revoke.run({ id: share.id })
            }}
          >
            <Button size="small" danger type="text" loading={revoke.isBusy}>
              作废
            </Button>
          </Popconfirm>
        </div>
      )}
    </li>
  )
}
