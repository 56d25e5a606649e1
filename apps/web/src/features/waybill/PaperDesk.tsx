// Papers of a waybill as its people hand them on: the code of the check, links with how often they were printed, and the
// verdicts of whoever checked it.
import { publicScreens } from '@yunshu/contract/publicScreens'
import { staleAfter } from '@yunshu/contract/topics'
import { getPaperDesk, makePaperLink, revokePaperLink, type PaperLink } from '@yunshu/contract/waybill/paper'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import type { Output } from '@yunshu/contract/call'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { shareStates, shareStateOf } from '@yunshu/domain/share'
import { checkVerdicts, paperLinkLimits } from '@yunshu/domain/waybill/paper'
import { Button, Drawer, Popconfirm } from 'antd'
import { serverNow } from '../../lib/clock.ts'
import { copyText } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { checkAddress } from '../../parts/waybill/WaybillSheets.tsx'
import { Section } from '../../ui/Facts.tsx'
import { FlagInput } from '../../ui/fields/FlagInput.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

type Desk = Output<typeof getPaperDesk>
interface Props {
  readonly waybill: Pick<WaybillDetail, 'id' | 'waybillNo'>
}

const dayOptions = [1, 3, 7, 15, 30, paperLinkLimits.daysMax].map(value => ({ value, label: `${value} 天` }))
const paperAddress = (code: string): string => `${location.origin}${publicScreens.paperWaybill}#${code}`

/** For people who may hand papers on. */
export function PaperDesk({ waybill, onClose }: Props & { onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(getPaperDesk, { id: waybill.id }, { quiet: true })
  return (
    <Drawer open title={`纸质运单与核验 ${waybill.waybillNo}`} size={isMobile ? '100%' : 620} onClose={onClose}>
      {error && !data ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <CheckCode waybill={waybill} checkCode={data.checkCode} />
          <MakeLink waybill={waybill} maySeeAmount={data.maySeeAmount} />
          <Section title={`打印链接（${data.links.length}）`}>
            {data.links.length === 0 ? (
              <EmptyState text="还没有打印链接" />
            ) : (
              <ul className="wb-papers">
                {data.links.map(link => (
                  <LinkRow key={link.id} link={link} waybillNo={waybill.waybillNo} checkCode={data.checkCode} />
                ))}
              </ul>
            )}
          </Section>
          <Verdicts rows={data.verdicts} />
        </>
      )}
    </Drawer>
  )
}

function CheckCode({ waybill: { waybillNo }, checkCode }: Props & { checkCode: string }) {
  const address = checkAddress({ waybillNo, checkCode })
  return (
    <Section title="校验码">
      <p className="ys-weak">
        收货人、保理方等凭运单号和校验码，不登录即可在核验页核对真伪，并留下“核验通过”或“有疑问”。
      </p>
      <div className="wb-paper-row">
        <strong className="wb-paper-code">{checkCode}</strong>
        <Button size="small" onClick={() => void copyText(address)}>
          复制核验链接
        </Button>
      </div>
    </Section>
  )
}

function MakeLink({ waybill: { id }, maySeeAmount }: Props & { maySeeAmount: boolean }) {
  return (
    <Section title="生成打印链接">
      <p className="ys-weak">打开链接可打印三联运单，证件号和手机号只显示部分，不显示价格。可随时作废。</p>
      <CallForm
        call={makePaperLink}
        initial={{ days: paperLinkLimits.usualDays, showsAmount: false }}
        fixed={{ id }}
        invalidates={staleAfter('waybill')}
        done={() => toast.success('链接已生成')}
        frame={(body, { submit, isBusy }) => (
          <>
            {body}
            <Button type="primary" loading={isBusy} onClick={submit}>
              生成打印链接
            </Button>
          </>
        )}
      >
        <Field name="days" label="有效期">
          <ChoiceSelect options={dayOptions} />
        </Field>
        <Field
          name="showsAmount"
          label="显示运费"
          hint={maySeeAmount ? '只在用此链接核验时显示，纸上不印' : '没有查看价格的权限'}
        >
          <FlagInput on="显示" off="不显示" disabled={!maySeeAmount} />
        </Field>
      </CallForm>
    </Section>
  )
}

interface LinkProps {
  readonly link: PaperLink
  readonly waybillNo: string
  readonly checkCode: string
}

function LinkRow({ link, waybillNo, checkCode }: LinkProps) {
  const revoke = useSend(revokePaperLink, {
    invalidates: staleAfter('waybill'),
    done: () => toast.success('链接已作废'),
  })
  const state = shareStateOf({ expiresAt: link.expiresAt, revokedAt: link.revokedAt, views: 0 }, serverNow())
  return (
    <li>
      <div className="wb-paper-row">
        <Tag tone={shareStates[state].tone}>{shareStates[state].label}</Tag>
        <span>已打印 {link.prints} 次</span>
        <span>{link.showsAmount ? '核验时显示运费' : '不显示运费'}</span>
      </div>
      <div className="ys-weak">
        {formatDateTime(link.createdAt)} {link.createdName} 生成，有效期至 {formatDateTime(link.expiresAt)}
        {link.revokedAt !== undefined && `，${formatDateTime(link.revokedAt)} 作废`}
      </div>
      {state === 'live' && (
        <div className="wb-paper-row">
          <Button size="small" onClick={() => void copyText(paperAddress(link.linkCode))}>
            复制打印链接
          </Button>
          {link.showsAmount && (
            <Button
              size="small"
              onClick={() => void copyText(checkAddress({ waybillNo, checkCode, linkCode: link.linkCode }))}
            >
              复制带运费的核验链接
            </Button>
          )}
          <Popconfirm
            title="作废后立即打不开，不能恢复"
            okText="作废"
            cancelText="取消"
            okButtonProps={{ danger: true }}
            onConfirm={() => {
              void revoke.run({ linkId: link.id })
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

function Verdicts({ rows }: { rows: Desk['verdicts'] }) {
  return (
    <Section title={`核验记录（${rows.length}）`}>
      {rows.length === 0 ? (
        <EmptyState text="还没有人留下核验意见" />
      ) : (
        <ul className="wb-papers">
          {rows.map(row => (
            <li key={row.id}>
              <div className="wb-paper-row">
                <Tag tone={checkVerdicts[row.verdict].tone}>{checkVerdicts[row.verdict].label}</Tag>
                <span>
                  {row.name} {row.mobile}
                </span>
                <span className="ys-weak">{formatDateTime(row.at)}</span>
              </div>
              {row.remark !== '' && <div>{row.remark}</div>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
