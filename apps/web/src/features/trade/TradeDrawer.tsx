// One movement of money beside the list: both sides, its waybills, its place in the books, and its slip.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { getTrade, uploadTradeSlip, type TradeDetail } from '@yunshu/contract/trade/trade'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import { tradeDirections, tradeKindName, tradeMarks, tradeRecords, tradeUses } from '@yunshu/domain/trade'
import { Button } from 'antd'
import { useCan } from '../../lib/can.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { HappenedAt, Money } from '../../ui/Figures.tsx'
import { PhotosSection } from '../../ui/PhotosSection.tsx'
import { DrawerHero } from '../../ui/list/DrawerHero.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { SlipPrint } from './SlipPrint.tsx'
import { RecordNumber, SheetNumber, TradeMoney } from './tradeColumns.tsx'

/** Screen TradeWater's record. */
export function TradeDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const canSlip = useCan('trade.slip')
  const answer = useCall(getTrade, { id }, { quiet: true })
  const { data } = answer
  const { print, sheet } = usePaper('trade')
  return (
    <RowDrawer
      id={id}
      title={`交易流水 ${data?.tradeNo ?? ''}`}
      answer={answer}
      width={640}
      onClose={onClose}
      extra={data && canSlip && <Button onClick={() => print(id, <SlipPrint trade={data} />)}>打印回单</Button>}
    >
      {data && <Body trade={data} />}
      {sheet}
    </RowDrawer>
  )
}

const partyText = ({ name, account, bank }: TradeDetail['payer']): string =>
  [name, account, bank].filter(part => part !== undefined).join('　')

function Body({ trade }: { trade: TradeDetail }) {
  const canSlip = useCan('trade.slip')
  const amount = trade.income ?? trade.outgo
  const isIn = trade.direction === 'IN'
  return (
    <>
      <DrawerHero
        tag={<Tag tone={trade.mark === 'done' ? 'idle' : 'warn'}>{tradeMarks[trade.mark]}</Tag>}
        line={[tradeKindName(trade), (isIn ? trade.payer : trade.payee).name]}
        figure={{
          value: <TradeMoney id={trade.id} of="amount" value={amount} />,
          label: `${tradeDirections[trade.direction]}(元)`,
        }}
      />
      <Facts
        items={[
          ['大写', trade.amountInWords],
          [
            '手续费(元)',
            trade.fee === 0 ? undefined : <TradeMoney key="fee" id={trade.id} of="fee" value={trade.fee} />,
          ],
          ['时间', <HappenedAt key="time" value={trade.happenedAt} />],
          ['付款方', partyText(trade.payer), 'wide'],
          ['收款方', partyText(trade.payee), 'wide'],
          ['渠道', trade.channel && `${payChannels[trade.channel]}${trade.isSimulated ? '（模拟）' : ''}`],
          ['银行流水号', trade.bankSerial],
          ['结算单', trade.settlementNum && <SheetNumber key="sheet" settlementNum={trade.settlementNum} />],
          ['支付任务', trade.taskNo],
          [
            trade.record === undefined ? '单据' : tradeRecords[trade.record],
            trade.recordNo && <RecordNumber key="record" of={trade} />,
          ],
          ['分公司', trade.branchName],
          ['分录号', trade.entryNo],
          [
            '凭证',
            trade.voucher && (
              <a
                key="voucher"
                className="ys-link"
                href={screenUrl('AccountingVoucher', {
                  id: trade.voucher.id,
                  branchCompanyId: trade.branchCompanyId,
                })}
              >
                {trade.voucher.voucherNo}
              </a>
            ),
          ],
        ]}
      />
      {trade.parts.length > 0 && <Parts parts={trade.parts} />}
      {trade.lines.length > 0 && <Lines lines={trade.lines} total={trade.waybills} />}
      {canSlip && <Slips trade={trade} />}
    </>
  )
}

/** The parts of the money with their companies. */
const Parts = ({ parts }: { parts: TradeDetail['parts'] }) => (
  <Section title="认领">
    <ul className="td-lines">
      {parts.map(({ use, to, amount }, n) => (
        <li key={n}>
          <span>{to === undefined ? tradeUses[use] : `${to}　${tradeUses[use]}`}</span>
          <Money value={amount} />
        </li>
      ))}
    </ul>
  </Section>
)

function Lines({ lines, total }: { lines: TradeDetail['lines']; total: number }) {
  const mayOpen = useCan('waybill.view')
  return (
    <Section title={`运单（${total}）`}>
      <ul className="td-lines">
        {lines.map(line => (
          <li key={line.waybillId}>
            {mayOpen ? (
              <a className="ys-link" href={screenUrl('WaybillDetails', { id: line.waybillId })}>
                {line.waybillNo}
              </a>
            ) : (
              line.waybillNo
            )}
            <Money value={line.amount} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const changed = staleAfter('trade')

function Slips({ trade: { id, files } }: { trade: TradeDetail }) {
  const isHouse = sidesOf(useSession(session => session.info)).some(isHouseSide)
  const upload = useSend(uploadTradeSlip, { quiet: true, invalidates: changed })
  if (files.length === 0 && !isHouse)
    return (
      <Section title="银行回单">
        <p className="ys-weak">还没有上传银行回单，可打印本系统的交易回单</p>
      </Section>
    )
  return (
    <PhotosSection
      title="银行回单"
      what="银行回单"
      files={files}
      canAdd={isHouse}
      isBusy={upload.isBusy}
      onSend={options => upload.submit({ id }, options)}
      onReload={() => void refreshStale(changed)}
    />
  )
}
